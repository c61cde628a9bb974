import * as z from 'zod';
import type { AccountExport } from '../../contract/index.ts';

interface Dated {
  toDate(): Date;
}

/** Converts a stored value to JSON: dates as ISO 8601 in UTC, bytes as Base64, NaN and infinities as null. */
export function toJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isDated(value)) return value.toDate().toISOString();
  // Firestore returns maps as plain objects, and all other objects as instances of classes.
  return Object.getPrototypeOf(value) === Object.prototype ? fieldsToJson(value) : text(value);
}

export function fieldsToJson(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, toJson(of)]));
}

function isDated(value: object): value is Dated {
  return 'toDate' in value && typeof value.toDate === 'function';
}

function text(value: object): string {
  return 'path' in value && typeof value.path === 'string' ? value.path : JSON.stringify(value);
}

const BYTES_AN_EPISODE = 8;

const sentLogSchema = z.object({
  sent: z.record(z.string(), z.instanceof(Uint8Array)),
  digests: z.record(z.string(), z.int().nonnegative()),
});

/** Counts mailed episodes and digests by day, oldest first. Throws on a malformed sent log. */
export function exportSentLog(sentLog: unknown): AccountExport['mailed'] {
  if (sentLog === undefined) return [];
  const { sent, digests } = sentLogSchema.parse(sentLog);
  const days = [...new Set([...Object.keys(sent), ...Object.keys(digests)])].sort();
  return days.map((day) => ({
    day,
    episodes: Math.floor((sent[day]?.byteLength ?? 0) / BYTES_AN_EPISODE),
    digests: digests[day] ?? 0,
  }));
}

interface Taken<T> {
  taken: T[];
  /** True if documents were left out for lack of space or time. */
  truncated: boolean;
}

export async function limitExportSize<T>(
  documents: AsyncIterable<T>,
  limitBytes: number,
  isLate: () => boolean = () => false,
): Promise<Taken<T>> {
  const taken: T[] = [];
  let bytes = 0;
  for await (const document of documents) {
    bytes += Buffer.byteLength(JSON.stringify(document)) + 1;
    if (bytes > limitBytes || isLate()) return { taken, truncated: true };
    taken.push(document);
  }
  return { taken, truncated: false };
}

const pendingSchema = z.object({
  episodes: z
    .record(z.string(), z.object({ title: z.string(), podcast: z.string(), link: z.string() }))
    .optional(),
});

/** What version 1.1 left waiting. Since then, `waiting` of a match says where it is to be sent. */
export function exportPending(pending: unknown): AccountExport['pending'][number]['episodes'] {
  return Object.values(pendingSchema.parse(pending).episodes ?? {});
}
