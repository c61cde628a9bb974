import * as z from 'zod';
import { isReadable, plainLine } from '../../feeds/read/plain-text.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Segment } from './transcription-service.ts';

/** Ten minutes of speech have about 300 segments. */
const MAX_SEGMENTS = 5000;
/** Max length of a segment's text, UTF-16 code units. A sentence has about 100. */
const MAX_TEXT = 2000;
/** Services round times, so a segment may begin this long after the part. Later segments are skipped. */
const BEYOND_MS = 1000;

/** An answer has at least one of these fields; an error has none. */
const answer = z
  .object({
    segments: z.array(z.unknown()).nullish(),
    text: z.string().nullish(),
    duration: z.unknown(),
    language: z.unknown(),
  })
  .partial()
  .refine((read) => Object.keys(read).length > 0);
/** Null is a time that is no number (`NaN`). */
const seconds = z.number().nullable();
const metric = z.number().nullish().catch(null);
const written = z.object({
  start: seconds,
  end: seconds,
  text: z.string().nullable(),
  no_speech_prob: metric,
  avg_logprob: metric,
  compression_ratio: metric,
});

/**
 * Skips segments that are unreadable, outside the part or before the previous segment. Returns `none` if the
 * response has a text, but no segments. Neither is silence.
 */
export function readSegments(text: string, partMs: number): Segment[] | 'none' | 'unreadable' {
  const { data } = answer.safeParse(parseAnswer(text));
  if (data === undefined) return 'unreadable';
  const listed = data.segments ?? [];
  if (listed.length === 0) return (data.text ?? '').trim() === '' ? [] : 'none';
  if (listed.length > MAX_SEGMENTS) return 'unreadable';
  const read = listed.flatMap((each) => {
    const segment = written.safeParse(each);
    return segment.success ? [segment.data] : [];
  });
  // If no segment can be read, the response has another format.
  if (read.length === 0) return 'unreadable';
  const unitMs = unitOf(Math.max(0, ...read.map(({ end }) => end ?? 0)), partMs);
  const segments: Segment[] = [];
  for (const { start, end, text: words, ...metrics } of read) {
    const startMs = start === null ? (segments.at(-1)?.endMs ?? 0) : Math.round(start * unitMs);
    const endMs = end === null ? startMs : Math.round(end * unitMs);
    const line = plainLine((words ?? '').slice(0, MAX_TEXT), MAX_TEXT).normalize('NFC');
    const isInPart = startMs >= 0 && startMs < partMs + BEYOND_MS && endMs >= startMs;
    if (!isInPart || startMs < (segments.at(-1)?.startMs ?? 0) || !isReadable(line)) continue;
    segments.push({
      startMs,
      endMs: Math.min(endMs, partMs),
      text: line,
      noSpeech: metrics.no_speech_prob ?? null,
      logProbability: metrics.avg_logprob ?? null,
      compression: metrics.compression_ratio ?? null,
    });
  }
  return segments;
}

/** Milliseconds per unit: a second, or else the unit in which times fit the part. LocalAI uses nanoseconds. */
function unitOf(lastEnd: number, partMs: number): number {
  const fits = (unitMs: number) => lastEnd * unitMs <= partMs + 60_000;
  return [1000, 1, 1e-6].find(fits) ?? 1000;
}

const NO_NUMBER = /^-?(?:nan|inf)/i;

/** Reads JSON with `NaN` and `Infinity`, as Python and C write them, as null. */
function parseAnswer(text: string): unknown {
  const written = text.replace(/^\uFEFF/, '');
  const parsed = parseJson(written);
  if (parsed !== undefined || !/nan|inf/i.test(written)) return parsed;
  let isInString = false;
  const replaced = written.replaceAll(
    /\\.|"|-?\b(?:nan|inf(?:inity)?)\b(?:\(\w*\))?/gis,
    (found) => {
      if (found === '"') isInString = !isInString;
      return !isInString && NO_NUMBER.test(found) ? 'null' : found;
    },
  );
  return parseJson(replaced);
}
