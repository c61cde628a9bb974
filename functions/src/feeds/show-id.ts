import { hash } from 'node:crypto';

export function showIdOf(feedUrl: string): string {
  return hash('sha256', feedUrl).slice(0, 20);
}
