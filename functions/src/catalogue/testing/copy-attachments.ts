import * as z from 'zod';
import { unpackSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import type { ChapterColumns } from '../schema/chapters-text.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';
import type { AttachmentRecord } from '../store/attachment-record.ts';
import {
  ATTACHMENT_COLUMNS,
  attachmentRow,
  CHAPTER_FILES,
  readAttachment,
  TRANSCRIPTS,
  writeAttachments,
} from '../store/attachments-store.ts';
import { knownFiles } from '../store/chapters-store.ts';

export interface StoredTranscript extends AttachmentRecord {
  identity: string;
  /** Base64 of `packSpokenText`; null if the transcript has not been read. */
  spoken: string | null;
  transcribedSeconds: number | null;
}

export interface StoredChapterFile extends AttachmentRecord {
  identity: string;
  read: ChapterColumns | null;
}

const storedTranscript = z.object({
  ...attachmentRow.shape,
  identity: z.string(),
  spoken: z.instanceof(Uint8Array).nullable(),
  heardS: z.number().nullable(),
});

export function* exportTranscripts(feed: number): Work<StoredTranscript[]> {
  const { hex } = yield* engine();
  const found = yield* rows(
    storedTranscript,
    `SELECT ${hex('identity')} AS identity, spoken, heard_s, ${ATTACHMENT_COLUMNS}
     FROM transcripts JOIN episodes ON id = episode_id WHERE transcripts.feed_id = $1 ORDER BY id`,
    feed,
  );
  return found.map(({ identity, spoken, heardS: transcribedSeconds, ...file }) => ({
    identity,
    transcribedSeconds,
    ...readAttachment(file),
    spoken: spoken === null ? null : Buffer.from(spoken).toString('base64'),
  }));
}

const KEEP_SPOKEN = 'UPDATE transcripts SET spoken = $2, heard_s = $3 WHERE episode_id = $1';

/** The episodes must be stored without transcripts. `ids` has episode ids by identity. */
export function* importTranscripts(
  feed: number,
  ids: ReadonlyMap<string, number>,
  transcripts: readonly StoredTranscript[],
): Work<void> {
  const { indexTranscript } = yield* engine();
  for (const { identity, spoken, transcribedSeconds, ...record } of transcripts) {
    const episodeId = ids.get(identity);
    if (episodeId === undefined) continue;
    yield* writeAttachments(TRANSCRIPTS, feed, [{ episodeId, record }]);
    if (spoken === null) continue;
    const packed = Buffer.from(spoken, 'base64');
    yield* run(KEEP_SPOKEN, episodeId, packed, transcribedSeconds);
    yield* indexTranscript(episodeId, unpackSpokenText(packed).text);
  }
}

export function* exportChapterFiles(feed: number): Work<StoredChapterFile[]> {
  const known = yield* knownFiles(feed);
  return known.flatMap(({ identity, record, read }) =>
    record === null ? [] : [{ identity, ...record, read }],
  );
}

const KEEP_CHAPTERS =
  'UPDATE chapter_files SET chapters = $2, chapter_times = $3 WHERE episode_id = $1';

/** The chapters must have been imported with the episodes. `ids` has episode ids by identity. */
export function* importChapterFiles(
  feed: number,
  ids: ReadonlyMap<string, number>,
  files: readonly StoredChapterFile[],
): Work<void> {
  for (const { identity, read, ...record } of files) {
    const episodeId = ids.get(identity);
    if (episodeId === undefined) continue;
    yield* writeAttachments(CHAPTER_FILES, feed, [{ episodeId, record }]);
    if (read) yield* run(KEEP_CHAPTERS, episodeId, read.chapters, read.chapterTimes);
  }
}
