import { type Episode, MINUTE_MS } from 'functions/contract';

/** Results older than this are asked for again when the page is opened or returned to. */
const FRESH_FOR_MS = 10 * MINUTE_MS;

/**
 * Whether results that were found at a moment (epoch milliseconds) need not be asked for again. An
 * empty list is no better than none: the server may have known less then.
 */
export function isFresh(episodes: readonly Episode[], foundAtMs: number): boolean {
  return episodes.length > 0 && Date.now() - foundAtMs <= FRESH_FOR_MS;
}
