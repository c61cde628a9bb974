const IDS_PER_SECOND = 2n ** 20n;

/** Returns epoch milliseconds, rounded down to the second. */
export function publishedAtMsOf(id: bigint): number {
  return Number(id / IDS_PER_SECOND) * 1000;
}

export function newestFirst(left: { id: number }, right: { id: number }): number {
  return right.id - left.id;
}

/** Returns the ids that episodes published in the same second may have. */
export function episodeIdRange(publishedAtMs: number): { first: bigint; last: bigint } {
  const first = BigInt(Math.floor(publishedAtMs / 1000)) * IDS_PER_SECOND;
  return { first, last: first + IDS_PER_SECOND - 1n };
}

/** Ids grow with the publication time, in seconds. As numbers (< 2^53) they are exact until 2242. */
export function firstEpisodeId(publishedAtMs: number): bigint {
  return episodeIdRange(publishedAtMs).first;
}
