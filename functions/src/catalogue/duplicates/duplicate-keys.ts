import { tokensOf } from '../../query/tokenize.ts';
import type { EpisodeRow } from '../episode-row.ts';
import { digestOf } from '../refresh/item-identity.ts';
import { normalizeAudioUrl } from './normalize-audio-url.ts';

/**
 * What two episodes of different feeds are the same by, the surest first: two of audio, title and duration
 * must agree. The audio alone is not enough: it may stand in for episodes to come.
 */
export const LINKING_KEYS = ['title', 'length', 'facts'] as const;

export type LinkingKeys = Record<(typeof LINKING_KEYS)[number], number | null>;

/** Whole numbers below 2^52, made from a digest; null if an episode has nothing to make one from. */
export interface DuplicateKeys extends LinkingKeys {
  /** Audio file, see {@link normalizeAudioUrl}, and title. */
  title: number | null;
  /** Audio file and duration. */
  length: number | null;
  /** Title, duration and day. */
  facts: number | null;
  /** Show, title and day: a show that moves has it in two feeds. Links nothing, but tells what was told. */
  show: number | null;
}

export const NO_KEYS: DuplicateKeys = { title: null, length: null, facts: null, show: null };

export type KeyedEpisode = Pick<
  EpisodeRow,
  'title' | 'audio' | 'durationSeconds' | 'publishedAtMs' | 'podcast'
>;

/** Without the audio, a shorter title may belong to different episodes. */
const FEWEST_TITLE_WORDS = 2;
const MINUTE_S = 60;
/** What is shorter may be an announcement, which several shows have in place of episodes to come. */
const SHORTEST_TOLD_APART_S = 3 * MINUTE_S;
/** Hexadecimal digits of a digest that a number holds exactly. */
const KEY_DIGITS = 13;

/**
 * The keys of a feed's episodes, in their order. What two episodes of one feed share makes no key: a
 * placeholder for audio to come, a script that serves every file, a title that every bulletin has.
 */
export function duplicateKeysOf(episodes: readonly KeyedEpisode[]): DuplicateKeys[] {
  const audios = distinct(episodes.map(({ audio }) => normalizeAudioUrl(audio)));
  const titles = episodes.map(({ title }) => titleWords(title));
  const distinctTitles = distinct(titles.map((words) => words.join(' ')));
  const shows = distinct(episodes.map(showText));
  return episodes.map((episode, at) => {
    const audio = audios[at] ?? null;
    const words = titles[at] ?? [];
    const seconds = tellingSeconds(episode);
    const isLong = seconds !== null && seconds >= SHORTEST_TOLD_APART_S;
    const title = words.length < FEWEST_TITLE_WORDS ? null : (distinctTitles[at] ?? null);
    return {
      title: keyOf('title', [audio, words.join(' ')]),
      length: keyOf('length', [audio, isLong ? seconds : null]),
      facts: keyOf('facts', [title, seconds, dayOf(episode)]),
      show: keyOf('show', [shows[at] ?? null]),
    };
  });
}

/** The list, with null for every value that it holds twice. */
function distinct(values: readonly (string | null)[]): (string | null)[] {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.map((value) => (counts.get(value) === 1 ? value : null));
}

/** Signs behind a letter that make another word of it: C++, C#, Q*. */
const TELLING_SIGN = /(?<=[\p{L}\p{N}][+#*]*)[+#*]/gu;
const SIGN_NAMES: Partial<Record<string, string>> = { '+': 'plus', '#': 'sharp', '*': 'star' };

/** A title's words, whatever the case and the other signs; as it is if it has none. */
export function titleWords(title: string): string[] {
  const words = tokensOf(title.replace(TELLING_SIGN, (sign) => ` ${SIGN_NAMES[sign] ?? ''} `));
  return words.length > 0 ? words : [title];
}

/** Null for whole minutes: they are rounded, or a slot in a schedule, and tell little. */
function tellingSeconds({ durationSeconds: seconds }: KeyedEpisode): number | null {
  return seconds === null || seconds % MINUTE_S === 0 ? null : seconds;
}

/** Signs count: "Learn C", "Learn C++" and "Learn C#" may be three of one day. */
function showText(episode: KeyedEpisode): string {
  const [podcast, title] = [episode.podcast, episode.title].map((text) =>
    text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
  return JSON.stringify([podcast, title, dayOf(episode)]);
}

function dayOf({ publishedAtMs }: KeyedEpisode): string {
  return new Date(publishedAtMs).toISOString().slice(0, 10);
}

/** Null where a part is missing. */
export function keyOf(
  kind: keyof DuplicateKeys | 'audio',
  parts: readonly (string | number | null)[],
): number | null {
  if (parts.includes(null)) return null;
  return parseInt(digestOf(kind, ...parts).slice(0, KEY_DIGITS), 16);
}
