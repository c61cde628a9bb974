import { countWords, MINUTE_MS } from '../contract/index.ts';
import type { Chapter, FeedFetch, FeedValidators } from '../feeds/feed-model.ts';
import { readChaptersFile } from '../feeds/transcripts/read-chapters-file.ts';
import { type SpokenText, toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { withoutOffset } from '../feeds/transcripts/without-offset.ts';
import type { TranscriptReading } from '../feeds/transcripts/transcript.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import {
  type FileBudget,
  type FileReading,
  type FileReport,
  readAttachments,
  type ReadingOptions,
} from './read-attachments.ts';
import {
  CHAPTER_FILES,
  TRANSCRIPTS,
  awaitedAttachments,
} from '../catalogue/store/attachments-store.ts';
import { TOO_SHORT } from '../catalogue/store/attachment-record.ts';
import { recordTranscript } from '../catalogue/store/transcripts-store.ts';
import { recordChapters } from '../catalogue/store/chapters-store.ts';

type FetchFile = (
  url: string,
  validators: FeedValidators,
  signal: AbortSignal,
) => Promise<FeedFetch>;

export interface TranscriptAccess {
  fetchTranscript: FetchFile;
  readTranscript: (bytes: Uint8Array, contentType: string | null) => TranscriptReading;
  fetchChapters: FetchFile;
}

/** Budgets per refresh. An hour of audio takes about 100 kB as captions, or 1 MB as JSON. */
const TRANSCRIPT_BUDGET: FileBudget = { count: 400, bytes: 200_000_000, timeMs: 2 * MINUTE_MS };
const CHAPTERS_BUDGET: FileBudget = { count: 400, bytes: 40_000_000, timeMs: MINUTE_MS };

/** Speech has about 9 000 words an hour. Placeholders such as "The transcript comes soon" have a dozen. */
const MIN_WORDS_AN_HOUR = 20;
const HOUR_S = 3600;
/** Scripts without spaces have about two letters a word. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]{2}/gu;

function isTooShort({ text }: SpokenText, durationSeconds: number | null): boolean {
  const wanted = (MIN_WORDS_AN_HOUR * (durationSeconds ?? 0)) / HOUR_S;
  // A word has at most 40 letters in nearly every text.
  const start = text.slice(0, Math.ceil(wanted * 40));
  return countWords(start.replace(UNSPACED, '$& ')) < wanted;
}

type FilesOptions = ReadingOptions & { budget?: FileBudget | undefined };

export function readTranscripts(
  catalogue: WritableCatalogue,
  { fetchTranscript, readTranscript }: TranscriptAccess,
  { budget = TRANSCRIPT_BUDGET, ...options }: FilesOptions,
): Promise<FileReport> {
  return readAttachments(
    {
      name: 'transcript',
      awaited: (now, wanted) => catalogue.read(() => awaitedAttachments(TRANSCRIPTS, now, wanted)),
      fetch: fetchTranscript,
      read(bytes, contentType, { durationSeconds }) {
        const reading = readTranscript(bytes, contentType);
        if (reading.kind !== 'read') return reading;
        const content = toSpokenText(withoutOffset(reading.cues, durationSeconds));
        return {
          kind: 'read',
          content,
          ...(isTooShort(content, durationSeconds) && { notYet: TOO_SHORT }),
        };
      },
      record: (episodeId, record, spoken) =>
        catalogue.write(() => recordTranscript(episodeId, record, spoken)),
    },
    { ...options, budget },
  );
}

export function readChapterFiles(
  catalogue: WritableCatalogue,
  { fetchChapters }: TranscriptAccess,
  { budget = CHAPTERS_BUDGET, ...options }: FilesOptions,
): Promise<FileReport> {
  return readAttachments(
    {
      name: 'chapters',
      awaited: (now, wanted) =>
        catalogue.read(() => awaitedAttachments(CHAPTER_FILES, now, wanted)),
      fetch: fetchChapters,
      read(bytes, contentType): FileReading<Chapter[]> {
        const reading = readChaptersFile(bytes, contentType);
        return reading.kind === 'read' ? { kind: 'read', content: reading.chapters } : reading;
      },
      record: (episodeId, record, chapters) =>
        catalogue.write(() => recordChapters(episodeId, record, chapters)),
    },
    { ...options, budget },
  );
}
