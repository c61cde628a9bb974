import { episodeKey } from '../contract/index.ts';
import { normalizeAudioUrl } from './duplicates/normalize-audio-url.ts';
import { KEY_COLUMNS } from './store/duplicates.ts';
import { keyOf } from './duplicates/duplicate-keys.ts';
import { byFirstSeen, firstKeyOf } from './duplicates/group-duplicates.ts';
import type { SearchedTexts } from '../query/fields.ts';
import { unpackSpokenText } from '../transcripts/spoken-text.ts';
import type { EpisodeRow } from './episode-row.ts';

/** An episode with the whole of its text, as alerts are matched against it. */
export interface NewEpisode extends SearchedTexts {
  /** What the contract's `episodeKey` answers for it; another one when its addresses change. */
  key: string;
  /** Its feed's address and the identity within the feed that it was first stored with. */
  item: string;
  /** What is `said`, as `packSpokenText` makes it. */
  spoken?: Uint8Array;
  /** http(s) address of the episode's page or, failing that, of its audio; empty without either. */
  link: string;
  /** http(s) address of the cover, or empty. */
  image: string;
  /** Time of publication, epoch milliseconds. */
  pubDateMs: number;
  /** When the refresh that stored it began, epoch milliseconds. */
  ingestedAtMs: number;
  /** By what its copies in other feeds are recognised; left out if it has no key. */
  copies?: DuplicateMarks;
}

/** What tells copies of an episode. */
interface DuplicateMarks {
  /**
   * Its own keys (`DuplicateKeys`), and one of the copy that all others follow: copies share at least one, and
   * so do episodes of a show that has moved to another feed.
   */
  keys: readonly number[];
  /** Those of its own keys that its audio is part of. */
  ofAudio?: readonly number[];
  /** Its audio, as its feed has it. */
  audio?: number;
  /** The same for all copies in the catalogue; null if there are no others. */
  group: number | null;
  /** Smaller for a feed that was added earlier. */
  feedId: number;
}

/** The columns of the table of copies for {@link toNewEpisode}: group, feed and keys. */
export const DUPLICATE_MARKS = `copy_group, copies.feed_id, ${KEY_COLUMNS.join(', ')}`;
export const DUPLICATE_MARK_COUNT = 2 + KEY_COLUMNS.length;

/** New episodes, one after the other, as they are read. */
export type NewEpisodes = Iterable<NewEpisode> | AsyncIterable<NewEpisode>;

/** Which of two copies came first, by the rule of {@link byFirstSeen}. */
export function inOrderSeen(left: NewEpisode, right: NewEpisode): number {
  return byFirstSeen(rankOf(left), rankOf(right));
}

/** Two copies of one feed come in either order: new episodes have no ids. */
function rankOf({ ingestedAtMs, copies }: NewEpisode): Parameters<typeof byFirstSeen>[0] {
  return { seenAtMs: ingestedAtMs, feedId: copies?.feedId ?? 0, id: 0 };
}

/**
 * A stored episode of the feed at `feedUrl`, as alerts see it.
 * @param packed What is said in it, as `packSpokenText` makes it; null where nobody knows.
 * @param marks The columns of {@link DUPLICATE_MARKS}.
 */
export function toNewEpisode(
  row: EpisodeRow,
  feedUrl: string,
  packed: Uint8Array | null,
  marks: readonly (number | null)[],
): NewEpisode {
  const { title, podcast, publisher, description, persons, chapters } = row;
  const link = row.link ?? row.audio ?? '';
  return {
    key: episodeKey({ link, title, podcast }),
    item: `${feedUrl} ${(row.origin || row.identity).toUpperCase()}`,
    title,
    podcast,
    publisher,
    description,
    ...(persons !== '' && { persons }),
    ...(chapters !== '' && { chapters }),
    ...(packed !== null && { said: unpackSpokenText(packed).text, spoken: packed }),
    link,
    image: row.image ?? '',
    pubDateMs: row.publishedAtMs,
    ingestedAtMs: row.ingestedAtMs,
    ...duplicateMarks(marks, feedUrl, row),
  };
}

function duplicateMarks(
  [group, feedId, title, length, ...others]: readonly (number | null | undefined)[],
  feedUrl: string,
  row: EpisodeRow,
): Pick<NewEpisode, 'copies'> {
  const numbers = (list: readonly unknown[]) => list.filter((key) => typeof key === 'number');
  const ofAudio = numbers([title, length]);
  const first = typeof group === 'number' ? firstKeyOf(group) : null;
  const keys = [...new Set(numbers([...ofAudio, ...others, first]))];
  if (keys.length === 0) return {};
  const audio = keyOf('audio', [feedUrl, normalizeAudioUrl(row.audio)]);
  return {
    copies: {
      ...{ keys, group: group ?? null, feedId: feedId ?? 0 },
      ...(audio !== null && { ofAudio, audio }),
    },
  };
}
