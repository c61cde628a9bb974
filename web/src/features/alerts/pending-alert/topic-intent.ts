import type { AlertIntent } from './alert-intent.ts';

/**
 * The alert for a landing page: one, for the first of the topic's keywords. An alert is one phrase,
 * so other names of the topic need alerts of their own; names that differ by case or accents alone
 * find the same episodes.
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
