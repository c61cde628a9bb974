import { type Episode, MINUTE_MS } from 'functions/contract';

/** Age in milliseconds above which results are fetched again when their page is opened or restored. */
const FRESH_FOR_MS = 10 * MINUTE_MS;

/** Whether results are recent. Empty results never are, because the catalogue may have grown since. */
export function isFresh(episodes: readonly Episode[], foundAtMs: number): boolean {
  return episodes.length > 0 && Date.now() - foundAtMs <= FRESH_FOR_MS;
}
