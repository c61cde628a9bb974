import * as z from 'zod';
import { readEpisodeRow } from '../episode-row.ts';
import type { StoredEpisode } from './match-items.ts';
import type { UnlistedEpisode } from './plan-store.ts';

const storedRows = z.array(
  z.tuple([
    z.number(),
    z.string(),
    z.string(),
    z.string(),
    z.number(),
    z.number(),
    z.string(),
    z.string().nullable(),
    z.string().nullable(),
    z.number().nullable(),
  ]),
);
const unlistedRows = z.array(z.tuple([z.number()]).rest(z.unknown()));
const seenRows = z.array(z.tuple([z.string(), z.number()]));

/**
 * The episodes of a feed, as an engine reads them: id, identity, hash of the content and first identity
 * (all three in hexadecimal), times of publication and of ingestion, title, link, audio, duration.
 */
export function readStoredEpisodes(rows: unknown): StoredEpisode[] {
  return storedRows.parse(rows).map(([id, identity, contentHash, origin, ...described]) => {
    const [publishedAtMs, ingestedAtMs, title, link, audio, durationSeconds] = described;
    return {
      ...{ id, identity, contentHash, origin, publishedAtMs, ingestedAtMs },
      ...{ title, link, audio, durationSeconds },
    };
  });
}

/** Whole episodes: the id, and behind it what `readEpisodeRow` takes. */
export function readUnlistedEpisodes(rows: unknown): UnlistedEpisode[] {
  return unlistedRows.parse(rows).map(([id, ...values]) => ({ id, row: readEpisodeRow(values) }));
}

/** When items without a date were first seen, by their identities in hexadecimal. */
export function readFirstSeen(rows: unknown): Map<string, number> {
  return new Map(seenRows.parse(rows));
}
