import type { AlertIntent } from './alert-intent.ts';

/**
 * The intent of a landing page: an alert for the topic's first keyword, because an alert has only one. The
 * others are its other names, without those that differ only in case or accents, which find the same
 * episodes.
 */
export function topicIntent([main = '', ...others]: readonly string[]): AlertIntent {
  const known = new Set([folded(main)]);
  const otherNames = others.filter((name) => {
    const isNew = !known.has(folded(name));
    known.add(folded(name));
    return isNew;
  });
  return { keywords: [main], otherNames };
}

function folded(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
