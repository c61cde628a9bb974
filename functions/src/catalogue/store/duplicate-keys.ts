import { ownTokens } from '../../query/tokenize.ts';
import type { EpisodeRow } from '../schema/episode-row.ts';
import { digestOf } from './item-identity.ts';
import { normalizeAudioUrl } from '../../feeds/normalize-audio-url.ts';
import { comparedTitle, exactSeconds } from '../../feeds/same-episode.ts';

/** Most reliable first. Each key combines several fields, because the audio alone may be a placeholder. */
export const LINKING_KEYS = ['title', 'length', 'facts'] as const;

export type LinkingKeys = Record<(typeof LINKING_KEYS)[number], number | null>;

/** Each key is a hash of the fields named below, an integer below 2^52; null if the episode lacks one of the fields. */
export interface DuplicateKeys extends LinkingKeys {
  /** Audio URL ({@link normalizeAudioUrl}) and title. */
  title: number | null;
  /** Audio URL and duration. */
  length: number | null;
  /** Title, duration and day. */
  facts: number | null;
  /** Show, title and day: prevents duplicate emails when a show moves to another feed. */
  show: number | null;
}

export const NO_KEYS: DuplicateKeys = { title: null, length: null, facts: null, show: null };

export type KeyedEpisode = Pick<
  EpisodeRow,
  'title' | 'audio' | 'durationSeconds' | 'publishedAtMs' | 'podcast'
>;

/** Titles with fewer words are ambiguous without the audio. */
const MIN_TITLE_WORDS = 2;
/** Shorter audio has no `length` key: several shows may publish the same announcement. */
const MIN_KEY_SECONDS = 180;
/** Hex digits of a key: 52 bits, which a number represents exactly. */
const KEY_DIGITS = 13;

/** A value that two episodes of a feed share gives no key: placeholder audio, a script URL, or the title "News". */
export function duplicateKeysOf(episodes: readonly KeyedEpisode[]): DuplicateKeys[] {
  const audios = distinct(episodes.map(({ audio }) => normalizeAudioUrl(audio)));
  const titles = episodes.map(({ title }) => titleWords(title));
  const distinctTitles = distinct(titles.map((words) => words.join(' ')));
  const shows = distinct(episodes.map(showText));
  return episodes.map((episode, at) => {
    const audio = audios[at] ?? null;
    const words = titles[at] ?? [];
    const seconds = exactSeconds(episode);
    const isLong = seconds !== null && seconds >= MIN_KEY_SECONDS;
    const title = words.length < MIN_TITLE_WORDS ? null : (distinctTitles[at] ?? null);
    return {
      title: keyOf('title', [audio, words.join(' ')]),
      length: keyOf('length', [audio, isLong ? seconds : null]),
      facts: keyOf('facts', [title, seconds, dayOf(episode)]),
      show: keyOf('show', [shows[at] ?? null]),
    };
  });
}

function distinct(values: readonly (string | null)[]): (string | null)[] {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.map((value) => (counts.get(value) === 1 ? value : null));
}

/** Symbols that change the word before them: C++, C#, Q*. */
const MEANINGFUL_SIGN = /(?<=[\p{L}\p{N}][+#*]*)[+#*]/gu;
const SIGN_NAMES: Partial<Record<string, string>> = { '+': 'plus', '#': 'sharp', '*': 'star' };

/** Returns the title's tokens; the whole title if it has none. */
export function titleWords(title: string): string[] {
  const words = ownTokens(title.replace(MEANINGFUL_SIGN, (sign) => ` ${SIGN_NAMES[sign] ?? ''} `));
  return words.length > 0 ? words : [title];
}

/** Keeps symbols, because "Learn C", "Learn C++" and "Learn C#" may appear on the same day. */
function showText(episode: KeyedEpisode): string {
  const [podcast, title] = [episode.podcast, episode.title].map((text) =>
    comparedTitle({ title: text }),
  );
  return JSON.stringify([podcast, title, dayOf(episode)]);
}

function dayOf({ publishedAtMs }: KeyedEpisode): string {
  return new Date(publishedAtMs).toISOString().slice(0, 10);
}

export function keyOf(
  kind: keyof DuplicateKeys | 'audio',
  parts: readonly (string | number | null)[],
): number | null {
  if (parts.includes(null)) return null;
  return parseInt(digestOf(kind, ...parts).slice(0, KEY_DIGITS), 16);
}
