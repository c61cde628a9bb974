import * as z from 'zod';
import { DAY_MS, episodeKey } from '../../contract/index.ts';
import type { FeedState } from '../schema/feed-states.ts';
import { normalizeAudioUrl } from '../../feeds/normalize-audio-url.ts';
import { KEY_COLUMNS } from './duplicates-store.ts';
import { keyOf } from './duplicate-keys.ts';
import { byFirstSeen, firstKeyOf } from './group-duplicates.ts';
import { factsOf } from '../../query/facts.ts';
import type { SearchedTexts } from '../../query/fields.ts';
import { isOtherLength } from '../../feeds/transcripts/other-length.ts';
import { unpackSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { type EpisodeRow, itemOf } from '../schema/episode-row.ts';

export { feedUrlOf } from '../schema/episode-row.ts';

/** What planning a digest needs of every episode; the texts of an episode are needed only if it is shown. */
export interface EpisodeFacts {
  /** Feed URL and the episode's identity at first storage. */
  item: string;
  title: string;
  podcast: string;
  /** Epoch milliseconds. */
  pubDateMs: number;
  /** Start of the refresh that stored the episode, epoch milliseconds. */
  ingestedAtMs: number;
  /** When a part of the episode was last stored, epoch ms by the catalogue's clock, which never runs back. */
  changedAtMs?: number;
  /** Identifies duplicates in other feeds; absent without keys. */
  copies?: DuplicateMarks | undefined;
  /** Alerts tell only the show's followers of the episode; absent otherwise. See {@link isForFollowers}. */
  forFollowers?: true | undefined;
}

/** An episode with its full text, for alert matching. */
export interface NewEpisode extends EpisodeFacts, SearchedTexts {
  /** `episodeKey` of the contract; changes with the episode's URLs. */
  key: string;
  title: string;
  podcast: string;
  spoken?: Uint8Array;
  /** True if the audio has another length than the feed says: times of what is said may be off. */
  timesMayDiffer?: true;
  /** The episode's page, or else its audio; '' without both. */
  link: string;
  image: string;
  /** http(s) address. */
  audio?: string;
  durationS?: number;
  /** How many episodes of the show one reading brought, if alerts tell only the newest of them. */
  newAtOnce?: number;
}

export interface ChangedEpisode extends NewEpisode {
  /** The episode's id in this catalogue. It changes with the date of publication; other catalogues have other ids. */
  id: number;
  changedAtMs: number;
}

interface DuplicateMarks {
  /**
   * Its own keys (`DuplicateKeys`) and its group's first key. Duplicates share at least one, and so
   * do episodes of a show that has moved to another feed.
   */
  keys: readonly number[];
  /** Its own keys that include the audio. */
  ofAudio?: readonly number[] | undefined;
  /** Hash of feed and audio URL. */
  audio?: number | undefined;
  /** Label of the group of stored duplicates; null without duplicates. */
  group: number | null;
  /** Smaller for feeds that were added earlier. */
  feedId: number;
}

/** The columns of {@link duplicateMarksRow}. */
export const DUPLICATE_MARKS = `copy_group, copies.feed_id, ${KEY_COLUMNS.join(', ')}`;

const number = z.number().nullable();
/** An episode's group of duplicates, and its keys; all null for an episode without keys. */
export const duplicateMarksRow = z.object({
  copyGroup: number,
  feedId: number,
  titleKey: number,
  lengthKey: number,
  factsKey: number,
  showKey: number,
});

export function inOrderSeen(left: EpisodeFacts, right: EpisodeFacts): number {
  return byFirstSeen(rankOf(left), rankOf(right));
}

/** Rank for {@link byFirstSeen}. Duplicates within a feed have no order, as new episodes have no ids. */
function rankOf({ ingestedAtMs, copies }: EpisodeFacts): Parameters<typeof byFirstSeen>[0] {
  return { seenAtMs: ingestedAtMs, feedId: copies?.feedId ?? 0, id: 0 };
}

/**
 * When a show becomes public, alerts of people who do not follow it match stored episodes that were published
 * at most this long before.
 */
const TOLD_BEFORE_MS = 2 * DAY_MS;

/**
 * True until the show is public. Later, true for an episode that was stored before that time and published
 * more than {@link TOLD_BEFORE_MS} before it.
 */
function isForFollowers(
  { state, stateSinceMs }: { state: FeedState; stateSinceMs: number | null },
  { ingestedAtMs, publishedAtMs }: Pick<EpisodeRow, 'ingestedAtMs' | 'publishedAtMs'>,
): boolean {
  if (state !== 'public') return true;
  if (stateSinceMs === null || ingestedAtMs >= stateSinceMs) return false;
  return publishedAtMs < stateSinceMs - TOLD_BEFORE_MS;
}

/** `packed`, and `spoken` in the result: a transcript in the form of `packSpokenText`. */
export function toNewEpisode(
  row: EpisodeRow,
  { url: feedUrl, ...standing }: { url: string; state: FeedState; stateSinceMs: number | null },
  { packed, heardSeconds }: { packed: Uint8Array | null; heardSeconds: number | null },
  marks: z.infer<typeof duplicateMarksRow>,
): NewEpisode {
  const { title, podcast, publisher, description, persons, chapters } = row;
  const link = row.link ?? row.audio ?? '';
  return {
    key: episodeKey({ link, title, podcast }),
    item: itemOf(feedUrl, row),
    title,
    podcast,
    publisher,
    description,
    ...factsOf(row),
    ...(persons !== '' && { persons }),
    ...(chapters !== '' && { chapters }),
    ...(packed !== null && { said: unpackSpokenText(packed).text, spoken: packed }),
    ...(isOtherLength(heardSeconds, row.durationSeconds) && { timesMayDiffer: true }),
    link,
    image: row.image ?? '',
    ...(row.audio !== null && { audio: row.audio }),
    ...(row.durationSeconds !== null && { durationS: row.durationSeconds }),
    ...(row.newAtOnce !== null && { newAtOnce: row.newAtOnce }),
    pubDateMs: row.publishedAtMs,
    ingestedAtMs: row.ingestedAtMs,
    ...duplicateMarks(marks, feedUrl, row),
    ...(isForFollowers(standing, row) && { forFollowers: true }),
  };
}

function duplicateMarks(
  { copyGroup, feedId, titleKey, lengthKey, factsKey, showKey }: z.infer<typeof duplicateMarksRow>,
  feedUrl: string,
  row: EpisodeRow,
): Pick<NewEpisode, 'copies'> {
  const numbers = (list: readonly (number | null)[]) => list.filter((key) => key !== null);
  const ofAudio = numbers([titleKey, lengthKey]);
  const first = copyGroup === null ? null : firstKeyOf(copyGroup);
  const keys = [...new Set(numbers([...ofAudio, factsKey, showKey, first]))];
  if (keys.length === 0) return {};
  const audio = keyOf('audio', [feedUrl, normalizeAudioUrl(row.audio)]);
  return {
    copies: {
      keys,
      group: copyGroup,
      feedId: feedId ?? 0,
      ...(audio !== null && { ofAudio, audio }),
    },
  };
}
