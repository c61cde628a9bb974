import * as z from 'zod';
import { type CopyEntry, groupCopies } from './group-copies.ts';
import { copyKeysOf, type CopyKeys, type KeyedEpisode } from './copy-keys.ts';

/** An episode of a feed as it stands in the catalogue, with the keys that are remembered of it. */
interface KnownEpisode extends KeyedEpisode {
  id: number;
  seenAtMs: number;
  known: CopyKeys | null;
}

/** How the keys of a feed's episodes have changed. */
interface ChangedCopies {
  write: { id: number; seenAtMs: number; keys: CopyKeys }[];
  /** Episodes that no longer have any key. */
  remove: number[];
  /** Of `write`, those that had no keys. */
  added: CopyEntry[];
  /** Old and new keys: episodes that share one of these may now belong to other groups. */
  touched: number[];
}

/** @param episodes All of one feed. */
export function changedCopies(feedId: number, episodes: readonly KnownEpisode[]): ChangedCopies {
  const changed: ChangedCopies = { write: [], remove: [], added: [], touched: [] };
  const keysOf = copyKeysOf(episodes);
  for (const [at, { id, seenAtMs, known }] of episodes.entries()) {
    const keys = keysOf[at] ?? NO_KEYS;
    const before = known ?? NO_KEYS;
    if (keys.audio === before.audio && keys.facts === before.facts) continue;
    if (known === null) {
      const { audio: audioKey, facts: factsKey } = keys;
      changed.added.push({ id, feedId, seenAtMs, audioKey, factsKey, group: null });
    } else {
      const all = [keys.audio, keys.facts, before.audio, before.facts];
      changed.touched.push(...all.filter((key) => key !== null));
    }
    if (keys.audio === null && keys.facts === null) changed.remove.push(id);
    else changed.write.push({ id, seenAtMs, keys });
  }
  return changed;
}

const NO_KEYS: CopyKeys = { audio: null, facts: null };

/** The entries whose group has changed, each with its new one. */
export function changedGroups(
  entries: readonly CopyEntry[],
): { id: number; group: number | null }[] {
  const groups = groupCopies(entries);
  return entries
    .map(({ id, group: before }) => ({ id, before, group: groups.get(id) ?? null }))
    .filter(({ before, group }) => before !== group)
    .map(({ id, group }) => ({ id, group }));
}

/** The columns that {@link readKnown} reads for {@link changedCopies}. */
export const KNOWN_COLUMNS = `id, ingested_at_ms, title, audio, duration_s, pub_date_ms,
  audio_key, facts_key, copies.episode_id`;

const key = z.number().nullable();
const knownRows = z.array(
  z.tuple([
    z.number(),
    z.number(),
    z.string(),
    z.string().nullable(),
    key,
    z.number(),
    key,
    key,
    key,
  ]),
);

export function readKnown(rows: unknown): KnownEpisode[] {
  return knownRows
    .parse(rows)
    .map(([id, seenAtMs, title, audio, durationSeconds, publishedAtMs, ...known]) => {
      const [audioKey, factsKey, entryId] = known;
      return {
        ...{ id, seenAtMs, title, audio, durationSeconds, publishedAtMs },
        known: entryId === null ? null : { audio: audioKey, facts: factsKey },
      };
    });
}

/** The columns of {@link readEntries}. */
export const ENTRY_COLUMNS = 'episode_id, feed_id, seen_at_ms, audio_key, facts_key, copy_group';

const entryRows = z.array(z.tuple([z.number(), z.number(), z.number(), key, key, key]));

export function readEntries(rows: unknown): CopyEntry[] {
  return entryRows.parse(rows).map(([id, feedId, seenAtMs, audioKey, factsKey, group]) => ({
    ...{ id, feedId, seenAtMs, audioKey, factsKey, group },
  }));
}
