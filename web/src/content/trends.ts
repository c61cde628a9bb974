/** A topic that has a trend page of its own in the sitemap. Any other slug has a page, too. */
export interface Trend {
  slug: string;
  /** A second address that shows the same page. */
  alias?: string;
}

export const TRENDS: readonly Trend[] = [
  { slug: 'ai-machine-learning' },
  { slug: 'startup-funding', alias: '/topics/startup-funding' },
  { slug: 'tech-innovation', alias: '/topics/tech-innovation' },
  { slug: 'podcast-industry' },
  { slug: 'future-of-work', alias: '/topics/future-of-work' },
];

/** Words that are written in capitals; of other words only the first letter is. */
const ACRONYMS: ReadonlySet<string> = new Set(['ai', 'vc', 'ipo', 'ceo']);

/** The longest slug that is taken for a topic. */
const MAX_SLUG_LENGTH = 100;

/**
 * The name of a trend, which is also the phrase its page searches for: the words of the slug,
 * capitalised. `future-of-work` is "Future Of Work". Empty where the slug holds no word or
 * is longer than 100 characters.
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

/** The canonical address of a trend's page. */
export function trendPath(slug: string): string {
  return `/trends/${encodeURIComponent(slug)}`;
}
