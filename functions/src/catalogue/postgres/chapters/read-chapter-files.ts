import * as z from 'zod';
import type { Chapter } from '../../../feeds/feed-model.ts';
import { NO_CHAPTERS } from '../../chapter-files.ts';
import { chapterColumns } from '../../chapters-text.ts';
import type { AwaitedTranscript, TranscriptRecord } from '../../transcripts/transcript-record.ts';
import {
  readTranscriptRow,
  TRANSCRIPT_COLUMN_NAMES,
  TRANSCRIPT_COLUMNS,
} from '../../transcripts/transcript-row.ts';
import { updateCopies } from '../copies/update-copies.ts';
import { WRITE_LOCK } from '../postgres-store-feed.ts';
import { inTransaction, type SqlServer, type SqlSession, storable } from '../sql-server.ts';
import { replaceChapters, storableValues } from './postgres-chapter-files.ts';

/** A clock that was put back since: what was decided then was decided by a wrong one. */
const AHEAD_MS = 60_000;

const RECORD = `
  UPDATE chapter_files SET (${TRANSCRIPT_COLUMN_NAMES}, chapters, chapter_times) =
    (${TRANSCRIPT_COLUMNS.map((_, at) => `$${4 + at}`).join(', ')}, $2, $3)
  WHERE episode_id = $1 AND chapters IS NULL RETURNING feed_id`;
const AWAITED = `
  SELECT episode_id, ${TRANSCRIPT_COLUMN_NAMES} FROM chapter_files
  WHERE chapters IS NULL AND ($1 = 1 OR next_try_at_ms <= $2 OR tried_at_ms > $3)
  ORDER BY episode_id DESC LIMIT $4`;

const rows = z.array(z.tuple([z.number()]).rest(z.unknown()));

/** As {@link WritableCatalogue.awaitedChapters}. */
export async function awaitedChaptersInPostgres(
  session: SqlSession,
  now: number,
  { everyOne, limit }: { everyOne: boolean; limit: number },
): Promise<AwaitedTranscript[]> {
  const found = await session.rows(AWAITED, [everyOne ? 1 : 0, now, now + AHEAD_MS, limit]);
  return rows
    .parse(found)
    .map(([episodeId, ...values]) => ({ episodeId, ...readTranscriptRow(values) }));
}

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
    await updateCopies(session, feed);
  });
}
