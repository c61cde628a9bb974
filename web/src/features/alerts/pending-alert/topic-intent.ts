import type { AlertIntent } from './alert-intent.ts';

/**
 * Returns the intent of a landing page: an alert for the topic's first keyword. The other keywords become
 * other names, except variants in case or accents, which find the same episodes.
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
