import * as z from 'zod';
import { copyKeysOf, type CopyKeys, type KeyedEpisode, NO_KEYS } from './duplicate-keys.ts';
import { type CopyEntry, groupCopies, linkingKeys } from './group-duplicates.ts';

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
    if (valuesOf(keys).join() === valuesOf(known ?? NO_KEYS).join()) continue;
    if (known === null) changed.added.push({ id, feedId, seenAtMs, keys, group: null });
    else if (linkingKeys(keys).join() !== linkingKeys(known).join()) {
      changed.touched.push(...linkingKeys(keys), ...linkingKeys(known));
    }
    if (valuesOf(keys).every((key) => key === null)) changed.remove.push(id);
    else changed.write.push({ id, seenAtMs, keys });
  }
  return changed;
}

/** A copy's keys in the order of {@link KEY_COLUMNS}. */
export function valuesOf({ title, length, facts, show }: CopyKeys): (number | null)[] {
  return [title, length, facts, show];
}

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

export const KEY_COLUMNS = ['title_key', 'length_key', 'facts_key', 'show_key'] as const;
/** The columns of what links, in the order of `LINKING_KEYS`. */
export const LINKING_COLUMNS = ['title_key', 'length_key', 'facts_key'] as const;

/** The columns that {@link readKnown} reads for {@link changedCopies}. */
export const KNOWN_COLUMNS = `id, ingested_at_ms, title, audio, duration_s, pub_date_ms, podcast,
  copies.episode_id, ${KEY_COLUMNS.join(', ')}`;

const key = z.number().nullable();
const knownRows = z.array(
  z.tuple([
    ...[z.number(), z.number(), z.string(), z.string().nullable(), key, z.number(), z.string()],
    ...[key, key, key, key, key],
  ] as const),
);

export function readKnown(rows: unknown): KnownEpisode[] {
  return knownRows
    .parse(rows)
    .map(([id, seenAtMs, title, audio, durationSeconds, publishedAtMs, podcast, ...known]) => {
      const [entryId, byTitle, byLength, facts, show] = known;
      return {
        ...{ id, seenAtMs, title, audio, durationSeconds, publishedAtMs, podcast },
        known: entryId === null ? null : { title: byTitle, length: byLength, facts, show },
      };
    });
}

/** The columns of {@link readEntries}. */
export const ENTRY_COLUMNS = `episode_id, feed_id, seen_at_ms, ${LINKING_COLUMNS.join(', ')}, copy_group`;

const entryRows = z.array(z.tuple([z.number(), z.number(), z.number(), key, key, key, key]));

export function readEntries(rows: unknown): CopyEntry[] {
  return entryRows.parse(rows).map(([id, feedId, seenAtMs, title, length, facts, group]) => ({
    ...{ id, feedId, seenAtMs, group },
    keys: { title, length, facts },
  }));
}
