import type { Dialect, ListColumns } from '../engines/dialect.ts';
import { AHEAD_MS, type FileTable } from '../transcripts/file-table.ts';
import type { AwaitedTranscript, TranscriptRecord } from '../transcripts/transcript-record.ts';
import {
  readAwaitedTranscripts,
  REPLACED_COLUMNS,
  TRANSCRIPT_COLUMN_NAMES,
  TRANSCRIPT_COLUMNS,
  transcriptValues,
} from '../transcripts/transcript-row.ts';
import { rows, run, type Work } from './work.ts';

const COLUMNS = {
  episode_id: 'integer',
  sources: 'text',
  wanted_at_ms: 'integer',
  tries: 'integer',
  tried_at_ms: 'integer',
  next_try_at_ms: 'integer',
  outcome: 'text',
  etag: 'text',
  last_modified: 'text',
} as const satisfies ListColumns & Record<(typeof TRANSCRIPT_COLUMNS)[number], unknown>;

/** The parameters for as many values as a record has, behind so many others. */
export function recordParameters(others: number): string {
  return TRANSCRIPT_COLUMNS.map((_, at) => `$${others + 1 + at}`).join(', ');
}

/** Remembers where the files of episodes are, and what came of reading them. */
export function* writeAttachments(
  { table }: Dialect,
  { name }: FileTable,
  feed: number,
  written: readonly { episodeId: number; record: TranscriptRecord }[],
): Work<void> {
  if (written.length === 0) return;
  yield* run(
    `INSERT INTO ${name} (feed_id, ${Object.keys(COLUMNS).join(', ')})
     SELECT $1, item.* FROM ${table('$2', COLUMNS)} AS item WHERE true
     ON CONFLICT (episode_id) DO UPDATE SET ${REPLACED_COLUMNS}`,
    feed,
    written.map(({ episodeId, record }) => [episodeId, ...transcriptValues(record)]),
  );
}

/** The files that are due, or all that were not read yet, in the order of {@link WritableCatalogue.awaitedTranscripts}. */
export function* awaitedAttachments(
  { name, read }: FileTable,
  now: number,
  { everyOne, limit }: { everyOne: boolean; limit: number },
): Work<AwaitedTranscript[]> {
  const found = yield* rows(
    `SELECT episode_id, ${TRANSCRIPT_COLUMN_NAMES} FROM ${name}
     WHERE ${read} IS NULL AND ($1 = 1 OR next_try_at_ms <= $2 OR tried_at_ms > $3)
     ORDER BY row_number() OVER (PARTITION BY feed_id ORDER BY episode_id DESC), episode_id DESC
     LIMIT $4`,
    ...[everyOne ? 1 : 0, now, now + AHEAD_MS, limit],
  );
  return readAwaitedTranscripts(found);
}
