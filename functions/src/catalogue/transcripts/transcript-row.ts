import * as z from 'zod';
import type { TranscriptRecord } from './transcript-record.ts';

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
