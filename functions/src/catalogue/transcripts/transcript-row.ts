import * as z from 'zod';
import type { KnownTranscript } from './plan-transcripts.ts';
import type { AwaitedTranscript, TranscriptRecord } from './transcript-record.ts';

/** The columns of {@link transcriptValues} and {@link readTranscriptRow}, in their order. */
export const TRANSCRIPT_COLUMNS = [
  'sources',
  'wanted_at_ms',
  'tries',
  'tried_at_ms',
  'next_try_at_ms',
  'outcome',
  'etag',
  'last_modified',
] as const;

export const TRANSCRIPT_COLUMN_NAMES = TRANSCRIPT_COLUMNS.join(', ');

/** Behind `DO UPDATE SET`: a known record gives way to the one that is inserted. */
export const REPLACED_COLUMNS = TRANSCRIPT_COLUMNS.map(
  (column) => `${column} = excluded.${column}`,
).join(', ');

const sourcesSchema = z.array(z.object({ url: z.string(), type: z.string() }));
const rowSchema = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.number().nullable(),
  z.number().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);
const knownRows = z.array(z.tuple([z.number(), z.string()]).rest(z.unknown()));
const awaitedRows = z.array(z.tuple([z.number()]).rest(z.unknown()));

export function transcriptValues(record: TranscriptRecord): (string | number | null)[] {
  const { sources, wantedAtMs, tries, triedAtMs, nextTryAtMs, outcome, validators } = record;
  const { etag, lastModified } = validators;
  return [
    JSON.stringify(sources),
    ...[wantedAtMs, tries, triedAtMs, nextTryAtMs, outcome, etag, lastModified],
  ];
}

export function readTranscriptRow(values: readonly unknown[]): TranscriptRecord {
  const [sources, wantedAtMs, tries, triedAtMs, nextTryAtMs, outcome, etag, lastModified] =
    rowSchema.parse(values);
  return {
    sources: sourcesSchema.parse(JSON.parse(sources)),
    ...{ wantedAtMs, tries, triedAtMs, nextTryAtMs, outcome },
    validators: { etag, lastModified },
  };
}

/** Episodes of a feed, as an engine reads them: id, identity, and the columns, or nulls without a record. */
export function readKnownTranscripts(rows: unknown): KnownTranscript[] {
  return knownRows.parse(rows).map(([episodeId, identity, ...values]) => ({
    ...{ episodeId, identity },
    record: values[0] === null ? null : readTranscriptRow(values),
  }));
}

/** Records with the id of their episode before the columns. */
export function readAwaitedTranscripts(rows: unknown): AwaitedTranscript[] {
  return awaitedRows
    .parse(rows)
    .map(([episodeId, ...values]) => ({ episodeId, ...readTranscriptRow(values) }));
}
