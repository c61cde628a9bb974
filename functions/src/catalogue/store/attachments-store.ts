import * as z from 'zod';
import type { ListColumns } from '../schema/dialect.ts';
import { type AwaitedAttachment, type AttachmentRecord, READ } from './attachment-record.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';
import type { KnownAttachment } from './plan-attachments.ts';

const COLUMNS = {
  sources: 'text',
  wanted_at_ms: 'integer',
  tries: 'integer',
  tried_at_ms: 'integer',
  next_try_at_ms: 'integer',
  outcome: 'text',
  etag: 'text',
  last_modified: 'text',
} as const satisfies ListColumns;

export const ATTACHMENT_COLUMNS = Object.keys(COLUMNS).join(', ');

const sourcesSchema = z.array(z.object({ url: z.string(), type: z.string() }));
const text = z.string().nullable();
const number = z.number().nullable();
export const attachmentRow = z.object({
  sources: z.string(),
  wantedAtMs: z.number(),
  tries: z.number(),
  triedAtMs: number,
  nextTryAtMs: number,
  outcome: text,
  etag: text,
  lastModified: text,
});
/** All values of the record are null for an episode without a file. */
export const knownAttachment = z.object({
  ...attachmentRow.shape,
  id: z.number(),
  identity: z.string(),
  sources: text,
  wantedAtMs: number,
  tries: number,
  heardS: number.optional(),
});
const awaitedRow = z.object({
  ...attachmentRow.shape,
  episodeId: z.number(),
  durationSeconds: number,
});

export function attachmentValues(record: AttachmentRecord): (string | number | null)[] {
  const { sources, wantedAtMs, tries, triedAtMs, nextTryAtMs, outcome, validators } = record;
  const { etag, lastModified } = validators;
  return [
    JSON.stringify(sources),
    wantedAtMs,
    tries,
    triedAtMs,
    nextTryAtMs,
    outcome,
    etag,
    lastModified,
  ];
}

export function readAttachment(row: z.infer<typeof attachmentRow>): AttachmentRecord {
  const { sources, wantedAtMs, tries, triedAtMs, nextTryAtMs, outcome, etag, lastModified } = row;
  return {
    sources: sourcesSchema.parse(JSON.parse(sources)),
    wantedAtMs,
    tries,
    triedAtMs,
    nextTryAtMs,
    outcome,
    validators: { etag, lastModified },
  };
}

export function readKnownAttachment(row: z.infer<typeof knownAttachment>): KnownAttachment {
  return {
    episodeId: row.id,
    identity: row.identity,
    isTranscribed: typeof row.heardS === 'number',
    record: row.sources === null ? null : readAttachment(attachmentRow.parse(row)),
  };
}

interface AttachmentTable {
  name: 'transcripts' | 'chapter_files';
  /** SQL condition: the publisher's file has not been read, or is too short. */
  isUnread: string;
}

export const TRANSCRIPTS: AttachmentTable = {
  name: 'transcripts',
  isUnread: `coalesce(outcome, '') <> '${READ}' AND sources <> '[]'`,
};
export const CHAPTER_FILES: AttachmentTable = {
  name: 'chapter_files',
  isUnread: 'chapters IS NULL',
};

/** A file is due if its last attempt lies further than this in the future, because a wrong clock dated the attempt. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Returns the SQL parameters for {@link attachmentValues}, which follow `others` other parameters. */
export function recordParameters(others: number): string {
  return Object.keys(COLUMNS)
    .map((_, at) => `$${others + 1 + at}`)
    .join(', ');
}

export function* writeAttachments(
  { name }: AttachmentTable,
  feed: number,
  written: readonly { episodeId: number; record: AttachmentRecord }[],
): Work<void> {
  if (written.length === 0) return;
  const { table } = yield* engine();
  const replaced = Object.keys(COLUMNS).map((column) => `${column} = excluded.${column}`);
  yield* run(
    `INSERT INTO ${name} (feed_id, episode_id, ${ATTACHMENT_COLUMNS})
     SELECT $1, item.* FROM ${table('$2', { episode_id: 'integer', ...COLUMNS })} AS item WHERE true
     ON CONFLICT (episode_id) DO UPDATE SET ${replaced.join(', ')}`,
    feed,
    written.map(({ episodeId, record }) => [episodeId, ...attachmentValues(record)]),
  );
}

export interface AwaitedFiles {
  /** True to include files that are not due, and files without further attempts. */
  everyOne: boolean;
  limit: number;
}

/** Lists files in turns of the feeds: the newest file of each feed, then the second newest of each, and so on. */
export function* awaitedAttachments(
  { name, isUnread }: AttachmentTable,
  now: number,
  { everyOne, limit }: AwaitedFiles,
): Work<AwaitedAttachment[]> {
  const found = yield* rows(
    awaitedRow,
    `SELECT episode_id, (SELECT duration_s FROM episodes WHERE id = episode_id) AS duration_seconds,
       ${ATTACHMENT_COLUMNS}
     FROM ${name}
     WHERE ${isUnread} AND ($1 = 1 OR next_try_at_ms <= $2 OR tried_at_ms > $3)
     ORDER BY row_number() OVER (PARTITION BY feed_id ORDER BY episode_id DESC), episode_id DESC
     LIMIT $4`,
    everyOne ? 1 : 0,
    now,
    now + CLOCK_TOLERANCE_MS,
    limit,
  );
  return found.map(({ episodeId, durationSeconds, ...file }) => ({
    episodeId,
    durationSeconds,
    ...readAttachment(file),
  }));
}
