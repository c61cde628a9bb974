/** Trends that the sitemap lists. Unlisted slugs also have pages. */
export interface Trend {
  slug: string;
  /** A second path of the same page. */
  alias?: string;
}

export const TRENDS: readonly Trend[] = [
  { slug: 'ai-machine-learning' },
  { slug: 'startup-funding', alias: '/topics/startup-funding' },
  { slug: 'tech-innovation', alias: '/topics/tech-innovation' },
  { slug: 'podcast-industry' },
  { slug: 'future-of-work', alias: '/topics/future-of-work' },
];

/** Words written in upper case; other words are capitalized. */
const ACRONYMS: ReadonlySet<string> = new Set(['ai', 'vc', 'ipo', 'ceo']);

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
  if (ACRONYMS.has(word.toLowerCase())) return word.toUpperCase();
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
}

export function trendPath(slug: string): string {
  return `/trends/${encodeURIComponent(slug)}`;
}
