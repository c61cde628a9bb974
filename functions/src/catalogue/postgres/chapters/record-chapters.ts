import * as z from 'zod';
import type { Chapter } from '../../../feeds/feed-model.ts';
import { NO_CHAPTERS } from '../../chapter-files.ts';
import { chapterColumns } from '../../chapters-text.ts';
import type { TranscriptRecord } from '../../transcripts/transcript-record.ts';
import { TRANSCRIPT_COLUMN_NAMES } from '../../transcripts/transcript-row.ts';
import { recordParameters, storableValues } from '../file-records.ts';
import { WRITE_LOCK } from '../postgres-store-feed.ts';
import { inTransaction, type SqlServer, storable } from '../server/sql-server.ts';
import { replaceChapters } from './postgres-chapter-files.ts';

const RECORD = `
  UPDATE chapter_files SET (${TRANSCRIPT_COLUMN_NAMES}, chapters, chapter_times) =
    (${recordParameters(3)}, $2, $3)
  WHERE episode_id = $1 AND chapters IS NULL RETURNING feed_id`;

const rows = z.array(z.tuple([z.number()]).rest(z.unknown()));

/** As {@link WritableCatalogue.recordChapters}. */
export function recordChaptersInPostgres(
  server: SqlServer,
  episodeId: number,
  record: TranscriptRecord,
  read: readonly Chapter[] | null,
): Promise<void> {
  const columns = read === null ? null : chapterColumns(read);
  return inTransaction(server, 'BEGIN', async (session) => {
    await session.rows(WRITE_LOCK);
    const chapters = columns === null ? null : storable(columns.chapters);
    const values = [chapters, columns?.chapterTimes ?? null, ...storableValues(record)];
    const [written] = rows.parse(await session.rows(RECORD, [episodeId, ...values]));
    if (written === undefined || columns === null) return;
    const [feed] = written;
    const change = { id: episodeId, feed, before: NO_CHAPTERS, after: columns };
    await replaceChapters(session, change);
  });
}
