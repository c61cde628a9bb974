import type { EpisodeFacts, EpisodeMention } from './episode-page.ts';
import { readSearchAnswer } from './read-search-answer.ts';
import type { SearchResponse } from './search.ts';
import type { Sentence } from './speech.ts';
import { isMap, type StoredFields } from '../people/stored-times.ts';

/** `episodes` begins with the episode; the newest others of its show follow. */
export interface EpisodeAnswer extends SearchResponse {
  /** Null if no public show has this episode. */
  about: EpisodeFacts | null;
}

/** Throws as `readSearchAnswer` does. Pages do not load zod. */
export function readEpisodeAnswer(body: unknown): EpisodeAnswer {
  const answer = readSearchAnswer(body);
  const { about } = body as { about?: unknown };
  return { ...answer, about: answer.episodes.length === 0 ? null : readFacts(about) };
}

function readFacts(value: unknown): EpisodeFacts | null {
  if (!isMap(value)) return null;
  const { notes, said, isMachine, mentions, isKept } = value;
  return {
    notes: typeof notes === 'string' ? notes : '',
    said: listOf(said).flatMap(readSentence),
    ...(isMachine === true && { isMachine }),
    mentions: listOf(mentions).flatMap(readMention),
    ...(isKept === true && { isKept }),
  };
}

export function readSentence({ atMs, text, speaker }: StoredFields): Sentence[] {
  if (typeof atMs !== 'number' || !(atMs >= 0) || typeof text !== 'string' || !text.trim())
    return [];
  return [{ atMs, text, ...(typeof speaker === 'string' && speaker && { speaker }) }];
}

function readMention({ path, atMs }: StoredFields): EpisodeMention[] {
  if (typeof path !== 'string' || !/^\/[a-z0-9/-]+$/.test(path)) return [];
  return [{ path, ...(typeof atMs === 'number' && atMs >= 0 && { atMs }) }];
}

function listOf(value: unknown): StoredFields[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}
