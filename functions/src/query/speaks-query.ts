import type { AlertQuery } from './alert-query.ts';

function termsOf(name: string): string[] {
  const quoted = `"${name.replaceAll('"', ' ')}"`;
  return [`guest:${quoted}`, `by:${quoted}`];
}

/** A query for episodes in which somebody of this name speaks. Needs no parser, which pages load late. */
export function speaksQuery(name: string): string {
  return termsOf(name).join(' OR ');
}

/** Keywords for episodes that name somebody who does not speak in them. */
export function namedKeywords(names: readonly string[]): string[] {
  return [...names, ...names.flatMap(termsOf).map((term) => `-${term}`)];
}

/** The name in an alert that is a {@link speaksQuery} of one name; null for other alerts. */
export function speakerOf({ keyword, language }: AlertQuery): string | null {
  const [, name] = /^guest:"([^"]+)" OR by:"\1"$/.exec(keyword) ?? [];
  return language === 2 ? (name ?? null) : null;
}
