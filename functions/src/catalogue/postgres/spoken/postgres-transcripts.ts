import * as z from 'zod';
import type { TranscriptSource } from '../../../feeds/feed-model.ts';
import {
  packSpokenText,
  type SpokenText,
  unpackSpokenText,
} from '../../../transcripts/spoken-text.ts';
import { planTranscripts } from '../../transcripts/plan-transcripts.ts';
import type {
  AwaitedTranscript,
  StoredTranscript,
  TranscriptRecord,
} from '../../transcripts/transcript-record.ts';
import {
  readTranscriptRow,
  TRANSCRIPT_COLUMN_NAMES,
  TRANSCRIPT_COLUMNS,
  transcriptValues,
} from '../../transcripts/transcript-row.ts';
import { inTransaction, type SqlServer, type SqlSession, storable } from '../sql-server.ts';
import { vectorsOf } from '../words/word-vector.ts';

/** A clock that was put back since: what was decided then was decided by a wrong one. */
const AHEAD_MS = 60_000;

const KNOWN = `
  SELECT id, encode(identity, 'hex'), ${TRANSCRIPT_COLUMN_NAMES}
  FROM episodes LEFT JOIN transcripts ON episode_id = id WHERE episodes.feed_id = $1`;
/** From the second parameter behind the fixed ones on, each as the text that every client sends. */
const parameters = (fixed: number) =>
  TRANSCRIPT_COLUMNS.map((_, at) => `$${fixed + 1 + at}`).join(', ');
const WRITE = `
  INSERT INTO transcripts (episode_id, feed_id, ${TRANSCRIPT_COLUMN_NAMES}) VALUES ($1, $2, ${parameters(2)})
  ON CONFLICT (episode_id) DO UPDATE SET
    ${TRANSCRIPT_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;
const RECORD = `
  UPDATE transcripts SET (${TRANSCRIPT_COLUMN_NAMES}, spoken) = (${parameters(2)}, decode($2, 'base64'))
  WHERE episode_id = $1 AND spoken IS NULL RETURNING episode_id`;
const AWAITED = `
  SELECT episode_id, ${TRANSCRIPT_COLUMN_NAMES} FROM transcripts
  WHERE spoken IS NULL AND ($1 = 1 OR next_try_at_ms <= $2 OR tried_at_ms > $3)
  ORDER BY episode_id DESC LIMIT $4`;
const STORED = `
  SELECT encode(identity, 'hex'), translate(encode(spoken, 'base64'), E'\\n', ''), ${TRANSCRIPT_COLUMN_NAMES}
  FROM transcripts JOIN episodes ON id = episode_id WHERE transcripts.feed_id = $1 ORDER BY id`;
const INDEX = 'INSERT INTO spoken_words (episode_id, words) VALUES ($1, $2::tsvector)';

const rows = z.array(z.tuple([z.number()]).rest(z.unknown()));
const knownRows = z.array(z.tuple([z.number(), z.string()]).rest(z.unknown()));
const storedRows = z.array(z.tuple([z.string(), z.string().nullable()]).rest(z.unknown()));

/** Remembers where the transcripts of a feed's episodes are; what is said in those taken away is gone. */
export async function updateTranscripts(
  session: SqlSession,
  feed: number,
  wanted: ReadonlyMap<string, readonly TranscriptSource[]>,
  reading: { blocked: boolean; now: number },
): Promise<void> {
  const known = knownRows
    .parse(await session.rows(KNOWN, [feed]))
    .map(([episodeId, identity, ...values]) => ({
      ...{ episodeId, identity },
      record: values[0] === null ? null : readTranscriptRow(values),
    }));
  const plan = planTranscripts(known, wanted, reading);
  await removeTranscripts(session, plan.remove);
  for (const { episodeId, record } of plan.write) await write(session, feed, episodeId, record);
}

async function write(
  session: SqlSession,
  feed: number,
  episodeId: number,
  record: TranscriptRecord,
): Promise<void> {
  await session.rows(WRITE, [episodeId, feed, ...storableValues(record)]);
}

function storableValues(record: TranscriptRecord): (string | number | null)[] {
  return transcriptValues(record).map((value) =>
    typeof value === 'string' ? storable(value) : value,
  );
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

/** As {@link WritableCatalogue.awaitedTranscripts}. */
export async function awaitedInPostgres(
  session: SqlSession,
  now: number,
  { everyOne, limit }: { everyOne: boolean; limit: number },
): Promise<AwaitedTranscript[]> {
  const found = await session.rows(AWAITED, [everyOne ? 1 : 0, now, now + AHEAD_MS, limit]);
  return rows
    .parse(found)
    .map(([episodeId, ...values]) => ({ episodeId, ...readTranscriptRow(values) }));
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
    await write(session, feed, id, record);
    if (spoken === null) continue;
    const keep = "UPDATE transcripts SET spoken = decode($2, 'base64') WHERE episode_id = $1";
    await session.rows(keep, [id, spoken]);
    await indexSpoken(session, id, unpackSpokenText(Buffer.from(spoken, 'base64')));
  }
}
