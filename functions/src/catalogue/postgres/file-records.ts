import { AHEAD_MS, type FileTable } from '../transcripts/file-table.ts';
import type { AwaitedTranscript, TranscriptRecord } from '../transcripts/transcript-record.ts';
import {
  readAwaitedTranscripts,
  REPLACED_COLUMNS,
  TRANSCRIPT_COLUMN_NAMES,
  TRANSCRIPT_COLUMNS,
  transcriptValues,
} from '../transcripts/transcript-row.ts';
import { type SqlSession, storable } from './server/sql-server.ts';

/** For as many values as a record has, behind so many others. */
export function recordParameters(others: number): string {
  return TRANSCRIPT_COLUMNS.map((_, at) => `$${others + 1 + at}`).join(', ');
}

export function storableValues(record: TranscriptRecord): (string | number | null)[] {
  return transcriptValues(record).map((value) =>
    typeof value === 'string' ? storable(value) : value,
  );
}

/** Remembers where the file of an episode is, and what came of reading it. */
export async function writeFileRecord(
  session: SqlSession,
  { name }: FileTable,
  feed: number,
  { episodeId, record }: { episodeId: number; record: TranscriptRecord },
): Promise<void> {
  const write = `
    INSERT INTO ${name} (episode_id, feed_id, ${TRANSCRIPT_COLUMN_NAMES})
    VALUES ($1, $2, ${recordParameters(2)})
    ON CONFLICT (episode_id) DO UPDATE SET
      ${REPLACED_COLUMNS}`;
  await session.rows(write, [episodeId, feed, ...storableValues(record)]);
}

/** The files that are due, or all that were not read yet, in the order of {@link WritableCatalogue.awaitedTranscripts}. */
export async function awaitedFiles(
  session: SqlSession,
  { name, read }: FileTable,
  now: number,
  { everyOne, limit }: { everyOne: boolean; limit: number },
): Promise<AwaitedTranscript[]> {
  const awaited = `
    SELECT episode_id, ${TRANSCRIPT_COLUMN_NAMES} FROM ${name}
    WHERE ${read} IS NULL AND ($1 = 1 OR next_try_at_ms <= $2 OR tried_at_ms > $3)
    ORDER BY row_number() OVER (PARTITION BY feed_id ORDER BY episode_id DESC), episode_id DESC
    LIMIT $4`;
  const found = await session.rows(awaited, [everyOne ? 1 : 0, now, now + AHEAD_MS, limit]);
  return readAwaitedTranscripts(found);
}
