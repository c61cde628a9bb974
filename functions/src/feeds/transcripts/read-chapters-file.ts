import type { Chapter } from '../feed-model.ts';
import { chaptersOf, type WrittenChapter } from '../read/episode-extras.ts';
import { decodeFeed } from '../read/feed-decoding.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { isRecord } from './json-cues.ts';

const MAX_WRITTEN = 2000;

type ChaptersReading =
  { kind: 'read'; chapters: Chapter[] } | { kind: 'refused'; code: 'not-chapters' | 'empty' };

export function readChaptersFile(bytes: Uint8Array, contentType: string | null): ChaptersReading {
  const parsed = parseJson(decodeFeed(bytes, contentType));
  const written = isRecord(parsed) ? parsed['chapters'] : parsed;
  if (!Array.isArray(written)) return { kind: 'refused', code: 'not-chapters' };
  const chapters = chaptersOf(written.slice(0, MAX_WRITTEN).filter(isListed).map(chapterOf));
  return chapters.length === 0 ? { kind: 'refused', code: 'empty' } : { kind: 'read', chapters };
}

function isListed(chapter: unknown): chapter is Record<string, unknown> {
  return isRecord(chapter) && chapter['toc'] !== false;
}

function chapterOf({ startTime, start, title, name }: Record<string, unknown>): WrittenChapter {
  const time = startTime ?? start;
  return {
    // `String` would write tiny numbers with an exponent.
    start: typeof time === 'number' ? time.toFixed(3) : textOf(time),
    title: textOf(title ?? name),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
