import { ANY_COMMA, withoutQuotes } from 'functions/contract';

/** Max words from a podcast's name in a `show:` term, which keeps the keyword within its limit. */
const MAX_NAME_WORDS = 12;

/** Removes commas and quotes from a podcast's name. Returns '' if the name contains no word. */
export function showName(podcast: string): string {
  if (!/[\p{L}\p{N}]/u.test(podcast)) return '';
  const words = withoutQuotes(podcast, ' ').replace(ANY_COMMA, ' ').trim().split(/\s+/);
  return words.slice(0, MAX_NAME_WORDS).join(' ');
}
