import { CAPITALS } from './subject.ts';

export { TRENDS } from './subject.ts';

const MAX_SLUG_LENGTH = 100;

/**
 * Formats `future-of-work` as "Future Of Work", which is also the keyword of the search. Returns an empty text if the
 * slug contains no word or is longer than {@link MAX_SLUG_LENGTH}.
 */
export function trendName(slug: string): string {
  if (slug.length > MAX_SLUG_LENGTH) return '';
  return slug
    .split('-')
    .filter((word) => word !== '')
    .map(capitalised)
    .join(' ');
}

function capitalised(word: string): string {
  if (CAPITALS.includes(word.toLowerCase())) return word.toUpperCase();
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
}

export function trendPath(slug: string): string {
  return `/trends/${encodeURIComponent(slug)}`;
}
