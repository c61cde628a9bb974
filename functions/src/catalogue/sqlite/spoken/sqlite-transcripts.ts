import * as z from 'zod';
import type { TranscriptSource } from '../../../feeds/feed-model.ts';
import {
  packSpokenText,
  type SpokenText,
  unpackSpokenText,
} from '../../../transcripts/spoken-text.ts';
import { TRANSCRIPTS } from '../../transcripts/file-table.ts';
import { planTranscripts } from '../../transcripts/plan-transcripts.ts';
import type { StoredTranscript, TranscriptRecord } from '../../transcripts/transcript-record.ts';
import {
  readKnownTranscripts,
  readTranscriptRow,
  TRANSCRIPT_COLUMN_NAMES,
  transcriptValues,
} from '../../transcripts/transcript-row.ts';
import { PARAMETERS, writeFileRecord } from '../file-records.ts';
import {
  type Connection,
  inTransaction,
  prepared,
  type SqliteDatabase,
} from '../sqlite-database.ts';

const KNOWN = `
  SELECT id, lower(hex(identity)), ${TRANSCRIPT_COLUMN_NAMES}
  FROM episodes LEFT JOIN transcripts ON episode_id = id WHERE episodes.feed_id = ?`;
const RECORD = `
  UPDATE transcripts SET (${TRANSCRIPT_COLUMN_NAMES}) = (${PARAMETERS}), spoken = ?
  WHERE episode_id = ? AND spoken IS NULL`;
const STORED = `
  SELECT lower(hex(identity)), spoken, ${TRANSCRIPT_COLUMN_NAMES}
  FROM transcripts JOIN episodes ON id = episode_id WHERE transcripts.feed_id = ? ORDER BY id`;

const rows = z.array(z.tuple([z.number()]).rest(z.unknown()));
const storedRows = z.array(
  z.tuple([z.string(), z.instanceof(Uint8Array).nullable()]).rest(z.unknown()),
);

/** Remembers where the transcripts of a feed's episodes are; what is said in those taken away is gone. */
export function updateTranscripts(
  connection: Connection,
  feed: number,
  wanted: ReadonlyMap<string, readonly TranscriptSource[]>,
  reading: { blocked: boolean; now: number },
): void {
  const known = readKnownTranscripts(prepared(connection, KNOWN).raw().all(feed));
  const plan = planTranscripts(known, wanted, reading);
  for (const id of plan.remove) {
    prepared(connection, 'DELETE FROM transcripts WHERE episode_id = ?').run(id);
  }
  for (const each of plan.write) writeFileRecord(connection, TRANSCRIPTS, feed, each);
}

/** As {@link WritableCatalogue.recordTranscript}. */
export function recordInSqlite(
  database: SqliteDatabase,
  episodeId: number,
  record: TranscriptRecord,
  spoken: SpokenText | null,
): void {
  const connection = database.connection();
  const packed = spoken === null ? null : Buffer.from(packSpokenText(spoken));
  inTransaction(connection, () => {
    const values = [...transcriptValues(record), packed, episodeId];
    const { changes } = prepared(connection, RECORD).run(...values);
    if (changes > 0 && spoken !== null) indexSpoken(connection, episodeId, spoken);
  });
}

function indexSpoken(connection: Connection, episodeId: number, { text }: SpokenText): void {
  const insert = 'INSERT INTO spoken_fts (rowid, text) VALUES (?, ?)';
  prepared(connection, insert).run(BigInt(episodeId), text);
}

/** All transcripts of a feed, for another catalogue. */
export function exportTranscripts(connection: Connection, feed: number): StoredTranscript[] {
  return storedRows
    .parse(prepared(connection, STORED).raw().all(feed))
    .map(([identity, spoken, ...values]) => ({
      identity,
      ...readTranscriptRow(values),
      spoken: spoken === null ? null : Buffer.from(spoken).toString('base64'),
    }));
}

/** Stores transcripts that another catalogue knows; their episodes are there, and have none. */
export function importTranscripts(
  connection: Connection,
  feed: number,
  transcripts: readonly StoredTranscript[],
): void {
  const idOf = 'SELECT id FROM episodes WHERE feed_id = ? AND identity = unhex(?)';
  for (const { identity, spoken, ...record } of transcripts) {
    const [row] = rows.parse(prepared(connection, idOf).raw().all(feed, identity));
    if (row === undefined) continue;
    writeFileRecord(connection, TRANSCRIPTS, feed, { episodeId: row[0], record });
    if (spoken === null) continue;
    const packed = Buffer.from(spoken, 'base64');
    const keep = 'UPDATE transcripts SET spoken = ? WHERE episode_id = ?';
    prepared(connection, keep).run(packed, row[0]);
    indexSpoken(connection, row[0], unpackSpokenText(packed));
  }
}
