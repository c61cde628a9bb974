/** Words of a show's name that are enough to name it, and that a keyword has room for. */
const MAX_NAME_WORDS = 12;

/** A show's name as a query can hold it: without what divides one, as far as it is needed. Empty where it has no words. */
export function showName(podcast: string): string {
  if (!/[\p{L}\p{N}]/u.test(podcast)) return '';
  const words = podcast
    .replace(/[,"“”„]/g, ' ')
    .trim()
    .split(/\s+/);
  return words.slice(0, MAX_NAME_WORDS).join(' ');
}
