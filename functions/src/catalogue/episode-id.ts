/** Episodes that can share one second of publication. */
const IDS_PER_SECOND = 2n ** 20n;

/** The ids, in ascending order, an episode published within the second of `publishedAtMs` can have. */
export function episodeIdRange(publishedAtMs: number): { first: bigint; last: bigint } {
  const first = BigInt(Math.floor(publishedAtMs / 1000)) * IDS_PER_SECOND;
  return { first, last: first + IDS_PER_SECOND - 1n };
}

/**
 * The smallest id of an episode published at `publishedAtMs` or later, to the second. Ids grow with
 * the time of publication and stay below 2^53 (exact as a number) until the year 2242. They fit into
 * SQLite's 64 bits for every moment that a `Date` can hold.
 */
export function firstEpisodeId(publishedAtMs: number): bigint {
  return episodeIdRange(publishedAtMs).first;
}
