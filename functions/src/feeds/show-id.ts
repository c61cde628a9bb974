import { hash } from 'node:crypto';

/** Id of a show's documents. */
export function showIdOf(feedUrl: string): string {
  return hash('sha256', feedUrl).slice(0, 20);
}
