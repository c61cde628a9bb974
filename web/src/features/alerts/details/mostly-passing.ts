import type { Episode } from 'functions/contract';

/** Smallest number of matches from which a majority is concluded. */
const FEWEST = 5;

/** Whether most matches are in passing; false if there are few, or if the backend sends no strength. */
export function isMostlyPassing(matches: readonly Pick<Episode, 'strength'>[]): boolean {
  if (matches.length < FEWEST) return false;
  return matches.filter(({ strength }) => strength === 'passing').length > matches.length / 2;
}
