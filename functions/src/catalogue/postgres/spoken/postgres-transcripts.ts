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
} from '../../transcripts/transcript-row.ts';
import { recordParameters, storableValues, writeFileRecord } from '../file-records.ts';
import { inTransaction, type SqlServer, type SqlSession, storable } from '../server/sql-server.ts';
import { vectorsOf } from '../words/word-vector.ts';

const KNOWN = `
  SELECT id, encode(identity, 'hex'), ${TRANSCRIPT_COLUMN_NAMES}
  FROM episodes LEFT JOIN transcripts ON episode_id = id WHERE episodes.feed_id = $1`;
const RECORD = `
  UPDATE transcripts SET (${TRANSCRIPT_COLUMN_NAMES}, spoken) = (${recordParameters(2)}, decode($2, 'base64'))
  WHERE episode_id = $1 AND spoken IS NULL RETURNING episode_id`;
const STORED = `
  SELECT encode(identity, 'hex'), translate(encode(spoken, 'base64'), E'\\n', ''), ${TRANSCRIPT_COLUMN_NAMES}
  FROM transcripts JOIN episodes ON id = episode_id WHERE transcripts.feed_id = $1 ORDER BY id`;
const INDEX = 'INSERT INTO spoken_words (episode_id, words) VALUES ($1, $2::tsvector)';

const storedRows = z.array(z.tuple([z.string(), z.string().nullable()]).rest(z.unknown()));

/** Remembers where the transcripts of a feed's episodes are; what is said in those taken away is gone. */
export async function updateTranscripts(
  session: SqlSession,
  feed: number,
  wanted: ReadonlyMap<string, readonly TranscriptSource[]>,
  reading: { blocked: boolean; now: number },
): Promise<void> {
  const known = readKnownTranscripts(await session.rows(KNOWN, [feed]));
  const plan = planTranscripts(known, wanted, reading);
  await removeTranscripts(session, plan.remove);
  for (const each of plan.write) await writeFileRecord(session, TRANSCRIPTS, feed, each);
}

/** Forgets the transcripts of episodes, with what is said in them. */
export async function removeTranscripts(
  session: SqlSession,
  episodes: readonly number[],
): Promise<void> {
  if (episodes.length === 0) return;
  for (const table of ['transcripts', 'spoken_words']) {
    const remove = `DELETE FROM ${table} WHERE episode_id = ANY ($1::text[]::bigint[])`;
    await session.rows(remove, [episodes.map(String)]);
  }
}

/** As {@link WritableCatalogue.recordTranscript}. */
export function recordInPostgres(
  server: SqlServer,
  episodeId: number,
  record: TranscriptRecord,
  spoken: SpokenText | null,
): Promise<void> {
  const packed = spoken === null ? null : Buffer.from(packSpokenText(spoken)).toString('base64');
  return inTransaction(server, 'BEGIN', async (session) => {
    const written = await session.rows(RECORD, [episodeId, packed, ...storableValues(record)]);
    if (written.length > 0 && spoken !== null) await indexSpoken(session, episodeId, spoken);
  });
}

async function indexSpoken(
  session: SqlSession,
  episodeId: number,
  { text }: SpokenText,
): Promise<void> {
  for (const words of vectorsOf([text])) await session.rows(INDEX, [episodeId, storable(words)]);
}

/** All transcripts of a feed, for another catalogue. */
export async function exportTranscripts(
  session: SqlSession,
  feed: number,
): Promise<StoredTranscript[]> {
  return storedRows
    .parse(await session.rows(STORED, [feed]))
    .map(([identity, spoken, ...values]) => ({ identity, ...readTranscriptRow(values), spoken }));
}

/** Stores transcripts that another catalogue knows; their episodes are there, and have none. */
export async function importTranscripts(
  session: SqlSession,
  feed: number,
  ids: ReadonlyMap<string, number>,
  transcripts: readonly StoredTranscript[],
): Promise<void> {
  for (const { identity, spoken, ...record } of transcripts) {
    const id = ids.get(identity);
    if (id === undefined) continue;
    await writeFileRecord(session, TRANSCRIPTS, feed, { episodeId: id, record });
    if (spoken === null) continue;
    const keep = "UPDATE transcripts SET spoken = decode($2, 'base64') WHERE episode_id = $1";
    await session.rows(keep, [id, spoken]);
    await indexSpoken(session, id, unpackSpokenText(Buffer.from(spoken, 'base64')));
  }
}
