import type { EpisodeFacts, EpisodeMention } from './episode-page.ts';
import { readSearchAnswer } from './read-search-answer.ts';
import type { SearchResponse } from './search.ts';
import type { Sentence } from './speech.ts';

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
  if (typeof value !== 'object' || value === null) return null;
  const { notes, said, isMachine, mentions, isKept } = value as Record<string, unknown>;
  return {
    notes: typeof notes === 'string' ? notes : '',
    said: listOf(said).flatMap(readSentence),
    ...(isMachine === true && { isMachine }),
    mentions: listOf(mentions).flatMap(readMention),
    ...(isKept === true && { isKept }),
  };
}

export function readSentence({ atMs, text, speaker }: Record<string, unknown>): Sentence[] {
  if (typeof atMs !== 'number' || !(atMs >= 0) || typeof text !== 'string' || !text.trim())
    return [];
  return [{ atMs, text, ...(typeof speaker === 'string' && speaker && { speaker }) }];
}

function readMention({ path, atMs }: Record<string, unknown>): EpisodeMention[] {
  if (typeof path !== 'string' || !/^\/[a-z0-9/-]+$/.test(path)) return [];
  return [{ path, ...(typeof atMs === 'number' && atMs >= 0 && { atMs }) }];
}

function listOf(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is Record<string, unknown> => {
    return typeof each === 'object' && each !== null;
  });
}
