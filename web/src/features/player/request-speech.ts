import {
  type Episode,
  type Sentence,
  SPEECH_STEP_MS,
  type SpeechRequest,
  type SpeechResponse,
} from 'functions/contract';
import { callBackend } from '#shared/search/request-search.ts';

/**
 * Number of the step that contains a position in seconds; a step lasts `SPEECH_STEP_MS`. Its transcript begins two steps
 * before the step does, and ends four steps after the step's beginning.
 */
export function speechStep(atS: number): number {
  return Math.floor((Math.max(0, atS) * 1000) / SPEECH_STEP_MS);
}

/** The part of the request that names the episode and the moment; null for an episode without audio or date. */
function momentOf(episode: Episode, step: number): SpeechRequest['around'] | null {
  const { audio, pub_date_ms } = episode;
  if (!audio || pub_date_ms === null || pub_date_ms < 0) return null;
  return { audio, pub_date_ms: Math.floor(pub_date_ms), atMs: step * SPEECH_STEP_MS };
}

/** A cache of the last answers, oldest first. */
const kept = new Map<string, SpeechResponse>();
const MOST_KEPT = 30;

/** The transcript around a step; `sentences` is null if there is none. Throws as `requestSearch`. */
export async function requestSpeech(
  episode: Episode,
  step: number,
  signal: AbortSignal,
): Promise<SpeechResponse> {
  const around = momentOf(episode, step);
  if (around === null) return { sentences: null };
  const key = JSON.stringify(around);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const response = await callBackend({ around }, signal, readSpeech);
  kept.set(key, response);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return response;
}

/**
 * Parses an answer leniently, and without zod, which the player does not load. A backend without transcripts
 * answers with search results: `sentences` is null then.
 */
function readSpeech(body: unknown): SpeechResponse {
  const list = fields(body)['sentences'];
  if (!Array.isArray(list)) return { sentences: null };
  return { sentences: list.map(fields).flatMap(readSentence) };
}

function readSentence({ atMs, text, speaker }: Record<string, unknown>): Sentence[] {
  if (typeof atMs !== 'number' || !(atMs >= 0) || typeof text !== 'string' || !text.trim())
    return [];
  return [{ atMs, text, ...(typeof speaker === 'string' && speaker && { speaker }) }];
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
