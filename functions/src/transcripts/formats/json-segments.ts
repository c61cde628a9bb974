import { readTimeStamp } from '../../feeds/read/time-stamp.ts';
import type { Cue } from '../transcript.ts';
import { captionCues, looksLikeCaptions } from './captions.ts';

/**
 * The pieces of a transcript in JSON: the podcast namespace's `segments` with `startTime` and `body`,
 * those of others with `start` and `text`, or a bare list of either; else captions that stand whole in
 * one of the fields. Null of any other JSON, and of what is not JSON.
 */
export function jsonCues(text: string): Cue[] | null {
  const parsed = parse(text);
  if (Array.isArray(parsed)) return cuesOfSegments(parsed);
  if (!isRecord(parsed)) return null;
  if (Array.isArray(parsed['segments'])) return cuesOfSegments(parsed['segments']);
  const captions = Object.values(parsed).find(
    (value) => typeof value === 'string' && looksLikeCaptions(value.slice(0, 1000)),
  );
  return typeof captions === 'string' ? captionCues(captions) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function cuesOfSegments(segments: readonly unknown[]): Cue[] | null {
  const cues: Cue[] = [];
  for (const segment of segments) {
    if (!isRecord(segment)) continue;
    const text = segment['body'] ?? segment['text'];
    if (typeof text !== 'string') continue;
    const { speaker } = segment;
    cues.push({
      startMs: momentOf(segment['startTime'] ?? segment['start']),
      ...(typeof speaker === 'string' && { speaker }),
      text,
    });
  }
  return segments.length > 0 && cues.length === 0 ? null : cues;
}

/** Seconds as a number or a text, or a time stamp. */
function momentOf(written: unknown): number | null {
  if (typeof written !== 'number' && typeof written !== 'string') return null;
  const seconds = Number(written);
  // Not by way of a text, which has an exponent where the number is tiny.
  return readTimeStamp(Number.isFinite(seconds) ? seconds.toFixed(3) : String(written));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
