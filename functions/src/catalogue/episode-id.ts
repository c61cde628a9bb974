/** Capacity for episodes of one second. */
const IDS_PER_SECOND = 2n ** 20n;

/** The ids of episodes published within a second, ascending. */
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
