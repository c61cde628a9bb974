import { DAY_MS } from '../../contract/index.ts';

/** Ids that are reserved for the episodes of one second. */
const IDS_PER_SECOND = 2n ** 20n;

/** Ids that are reserved for a UTC day. An id divided by this number gives the days since 1970. */
const IDS_PER_DAY = Number(IDS_PER_SECOND) * (DAY_MS / 1000);

/** The publication time of an id, epoch milliseconds, rounded down to the second. */
export function publishedAtMsOf(id: bigint): number {
  return Number(id / IDS_PER_SECOND) * 1000;
}

export interface DatedEpisode {
  id: number;
  onProbation: boolean;
}

/** Newest first, but episodes of shows on probation below the others of their UTC day. */
export function byDay(left: DatedEpisode, right: DatedEpisode): number {
  const dayOf = ({ id }: DatedEpisode) => Math.floor(id / IDS_PER_DAY);
  return (
    dayOf(right) - dayOf(left) ||
    Number(left.onProbation) - Number(right.onProbation) ||
    right.id - left.id
  );
}

/** The first and last possible id of episodes published within the second of `publishedAtMs`. */
export function episodeIdRange(publishedAtMs: number): { first: bigint; last: bigint } {
  const first = BigInt(Math.floor(publishedAtMs / 1000)) * IDS_PER_SECOND;
  return { first, last: first + IDS_PER_SECOND - 1n };
}

/**
 * Smallest id of episodes published since `publishedAtMs`, to the second. Ids grow with the
 * publication time; as numbers (< 2^53) they are exact until 2242.
 */
export function firstEpisodeId(publishedAtMs: number): bigint {
  return episodeIdRange(publishedAtMs).first;
}
