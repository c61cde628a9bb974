import { tokensOf } from '../../keywords/keyword-tokens.ts';
import type { EpisodeRow } from '../episode-row.ts';
import { digestOf } from '../refresh/item-identity.ts';
import { bareAudio } from './bare-audio.ts';

/**
 * Two episodes of different feeds are the same if they share either key. Keys are whole numbers below
 * 2^52, made from a digest; null if an episode has nothing to make one from.
 */
export interface CopyKeys {
  /** The audio file, see {@link bareAudio}. */
  audio: number | null;
  /** Title, duration and day. */
  facts: number | null;
}

/** What the keys are made of. */
export type KeyedEpisode = Pick<
  EpisodeRow,
  'title' | 'audio' | 'durationSeconds' | 'publishedAtMs'
>;

/** A shorter title may belong to different episodes. */
const FEWEST_TITLE_WORDS = 2;
const MINUTE_S = 60;
/** Hexadecimal digits of a digest that a number holds exactly. */
const KEY_DIGITS = 13;

/**
 * The keys of a feed's episodes, in their order. What two episodes of one feed share makes no key: a
 * placeholder for audio to come, a script that serves every file, a title that every bulletin has.
 */
export function copyKeysOf(episodes: readonly KeyedEpisode[]): CopyKeys[] {
  const audio = distinct(episodes.map((episode) => bareAudio(episode.audio)));
  const titles = episodes.map(titleOf);
  const distinctTitles = distinct(titles);
  return episodes.map((episode, at) => ({
    audio: keyOf('audio', audio[at]),
    facts: keyOf('facts', factsOf(episode, distinctTitles[at] ?? null)),
  }));
}

/** The list, with null for every value that it holds twice. */
function distinct(values: readonly (string | null)[]): (string | null)[] {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.map((value) => (counts.get(value) === 1 ? value : null));
}

function titleOf({ title }: KeyedEpisode): string | null {
  const words = tokensOf(title);
  return words.length < FEWEST_TITLE_WORDS ? null : words.join(' ');
}

/** Null for a duration of whole minutes: it is rounded, or a slot in a schedule, and tells little. */
function factsOf(
  { durationSeconds: seconds, publishedAtMs }: KeyedEpisode,
  title: string | null,
): string | null {
  if (title === null || seconds === null || seconds % MINUTE_S === 0) return null;
  return `${title}\n${seconds}\n${new Date(publishedAtMs).toISOString().slice(0, 10)}`;
}

function keyOf(kind: keyof CopyKeys, text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  return parseInt(digestOf(kind, text).slice(0, KEY_DIGITS), 16);
}
