import {
  type Episode,
  readSentence,
  SPEECH_STEP_MS,
  type SpeechRequest,
  type SpeechResponse,
} from 'functions/contract';
import { callBackend } from '#shared/search/request-search.ts';

/**
 * Number of the step of `SPEECH_STEP_MS` that contains a position. The transcript of a step spans from two
 * steps before its start to four steps after it.
 */
export function speechStep(atS: number): number {
  return Math.floor((Math.max(0, atS) * 1000) / SPEECH_STEP_MS);
}

/** Null for an episode without audio or date. */
function momentOf(episode: Episode, step: number): SpeechRequest['around'] | null {
  const { audio, pub_date_ms } = episode;
  if (!audio || pub_date_ms === null || pub_date_ms < 0) return null;
  return { audio, pub_date_ms: Math.floor(pub_date_ms), atMs: step * SPEECH_STEP_MS };
}

/** Cached responses, oldest first. */
const kept = new Map<string, SpeechResponse>();
const MAX_KEPT = 30;

/** `sentences` is null if there is no transcript. Throws like `requestSearch`. */
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
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return response;
}

/**
 * Parses leniently and without zod, which the player does not load. A backend without transcripts returns
 * search results; `sentences` is then null.
 */
function readSpeech(body: unknown): SpeechResponse {
  const list = fields(body)['sentences'];
  if (!Array.isArray(list)) return { sentences: null };
  return { sentences: list.map(fields).flatMap(readSentence) };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
