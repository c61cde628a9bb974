import { hash } from 'node:crypto';

/** Id of a show's documents: the first 20 hexadecimal digits of the SHA-256 of its feed's address. */
export function showIdOf(feedUrl: string): string {
  return hash('sha256', feedUrl).slice(0, 20);
}
