import { type Episode, MINUTE_MS } from 'functions/contract';

/** Older results are fetched again when the page is opened or restored. */
const FRESH_FOR_MS = 10 * MINUTE_MS;

/** Empty results are never fresh, because the catalogue may have grown. `foundAtMs` is in epoch milliseconds. */
export function isFresh(episodes: readonly Episode[], foundAtMs: number): boolean {
  return episodes.length > 0 && Date.now() - foundAtMs <= FRESH_FOR_MS;
}
