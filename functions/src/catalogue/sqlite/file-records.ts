import { AHEAD_MS, type FileTable } from '../transcripts/file-table.ts';
import type { AwaitedTranscript, TranscriptRecord } from '../transcripts/transcript-record.ts';
import {
  readAwaitedTranscripts,
  REPLACED_COLUMNS,
  TRANSCRIPT_COLUMN_NAMES,
  TRANSCRIPT_COLUMNS,
  transcriptValues,
} from '../transcripts/transcript-row.ts';
import { type Connection, prepared } from './sqlite-database.ts';

/** For as many values as a record has. */
export const PARAMETERS = TRANSCRIPT_COLUMNS.map(() => '?').join(', ');

/** Remembers where the file of an episode is, and what came of reading it. */
export function writeFileRecord(
  connection: Connection,
  { name }: FileTable,
  feed: number,
  { episodeId, record }: { episodeId: number; record: TranscriptRecord },
): void {
  const write = `
    INSERT INTO ${name} (episode_id, feed_id, ${TRANSCRIPT_COLUMN_NAMES}) VALUES (?, ?, ${PARAMETERS})
    ON CONFLICT (episode_id) DO UPDATE SET
      ${REPLACED_COLUMNS}`;
  prepared(connection, write).run(episodeId, feed, ...transcriptValues(record));
}

/** The files that are due, or all that were not read yet, in the order of {@link WritableCatalogue.awaitedTranscripts}. */
export function awaitedFiles(
  connection: Connection,
  { name, read }: FileTable,
  now: number,
  { everyOne, limit }: { everyOne: boolean; limit: number },
): AwaitedTranscript[] {
  const awaited = `
    SELECT episode_id, ${TRANSCRIPT_COLUMN_NAMES} FROM ${name}
    WHERE ${read} IS NULL AND (?1 OR next_try_at_ms <= ?2 OR tried_at_ms > ?2 + ${AHEAD_MS})
    ORDER BY row_number() OVER (PARTITION BY feed_id ORDER BY episode_id DESC), episode_id DESC
    LIMIT ?3`;
  const found = prepared(connection, awaited)
    .raw()
    .all(everyOne ? 1 : 0, now, limit);
  return readAwaitedTranscripts(found);
}
