import type { Episode } from 'functions/contract';

/** Fewer matches say nothing. */
const FEWEST = 5;

/** Whether most matches only name what is looked for; false where the search does not tell. */
export function isMostlyPassing(matches: readonly Pick<Episode, 'strength'>[]): boolean {
  if (matches.length < FEWEST) return false;
  return matches.filter(({ strength }) => strength === 'passing').length > matches.length / 2;
}
