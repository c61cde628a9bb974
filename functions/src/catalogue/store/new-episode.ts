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
import { searchedSpeech } from '../../feeds/transcripts/searched-speech.ts';
import { unpackSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { type EpisodeRow, itemOf } from '../schema/episode-row.ts';

export { feedUrlOf } from '../schema/episode-row.ts';

/** The facts that planning a digest needs. Only shown episodes also need their texts. */
export interface EpisodeFacts {
  /** Feed URL and the episode's first identity. */
  item: string;
  title: string;
  podcast: string;
  pubDateMs: number;
  /** Start of the refresh that stored the episode, epoch milliseconds. */
  ingestedAtMs: number;
  /** When a text of the episode was last stored, epoch ms by the catalogue's clock, which never decreases. */
  changedAtMs?: number;
  copies?: DuplicateMarks | undefined;
  /** True if only alerts of the show's followers match the episode. See {@link isForFollowers}. */
  forFollowers?: true | undefined;
}

/** An episode with its full text, for alert matching. */
export interface NewEpisode extends EpisodeFacts, SearchedTexts {
  /** `episodeKey` of the contract; changes with the episode's URLs. */
  key: string;
  title: string;
  podcast: string;
  spoken?: Uint8Array;
  /** True if the transcribed audio has another length than the feed says, so that times of quotations may be off. */
  timesMayDiffer?: true;
  /** URL of the page, else of the audio; '' without both. */
  link: string;
  image: string;
  audio?: string;
  durationS?: number;
  /** Number of new episodes in one fetch, if alerts include only the newest of them. */
  newAtOnce?: number;
}

export interface ChangedEpisode extends NewEpisode {
  /** Id in this catalogue. It changes with the publication time. */
  id: number;
  changedAtMs: number;
}

interface DuplicateMarks {
  /** `DuplicateKeys` and the group's first key. Duplicates share at least one key. */
  keys: readonly number[];
  /** The keys that include the audio. */
  ofAudio?: readonly number[] | undefined;
  /** Hash of the feed's URL and the audio's URL. */
  audio?: number | undefined;
  group: number | null;
  /** Smaller for feeds that were added earlier. */
  feedId: number;
}

export const DUPLICATE_MARKS = `copy_group, copies.feed_id, ${KEY_COLUMNS.join(', ')}`;

const number = z.number().nullable();
/** All columns are null for an episode without keys. */
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

/** Omits the id, which is unknown for new episodes, so that duplicates within a feed are unordered. */
function rankOf({ ingestedAtMs, copies }: EpisodeFacts): Parameters<typeof byFirstSeen>[0] {
  return { seenAtMs: ingestedAtMs, feedId: copies?.feedId ?? 0, id: 0 };
}

/** Everybody's alerts match a show's episodes from this long before the show became public. */
const ALERTED_BEFORE_MS = 2 * DAY_MS;

/**
 * True while the show is not public. When the show is public, true for episodes that were stored before the change
 * and published more than {@link ALERTED_BEFORE_MS} before it.
 */
function isForFollowers(
  { state, stateSinceMs }: { state: FeedState; stateSinceMs: number | null },
  { ingestedAtMs, publishedAtMs }: Pick<EpisodeRow, 'ingestedAtMs' | 'publishedAtMs'>,
): boolean {
  if (state !== 'public') return true;
  if (stateSinceMs === null || ingestedAtMs >= stateSinceMs) return false;
  return publishedAtMs < stateSinceMs - ALERTED_BEFORE_MS;
}

/** The parameter `packed` becomes `spoken`, a transcript in the format of `packSpokenText`. */
export function toNewEpisode(
  row: EpisodeRow,
  { url: feedUrl, ...standing }: { url: string; state: FeedState; stateSinceMs: number | null },
  { packed, transcribedSeconds }: { packed: Uint8Array | null; transcribedSeconds: number | null },
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
    ...(packed !== null && { said: searchedSpeech(unpackSpokenText(packed)), spoken: packed }),
    ...(isOtherLength(transcribedSeconds, row.durationSeconds) && { timesMayDiffer: true }),
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
