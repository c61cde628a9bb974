import * as z from 'zod';
import type { AccountExport } from '../contract/index.ts';

/** A date as Firestore hands it out. */
interface Dated {
  toDate(): Date;
}

/**
 * A stored value in a form that JSON can hold: dates become ISO 8601 text in UTC, bytes Base64, and
 * numbers that JSON does not know null; lists and maps are converted element by element. Any other
 * kind of value becomes its own text; neither the rules nor the functions ever store one.
 */
export function toJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isDated(value)) return value.toDate().toISOString();
  // Firestore's maps are plain objects; everything else it returns is an instance of a class.
  return Object.getPrototypeOf(value) === Object.prototype ? fieldsToJson(value) : text(value);
}

/** {@link toJson} of every field. */
export function fieldsToJson(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, toJson(of)]));
}

function isDated(value: object): value is Dated {
  return 'toDate' in value && typeof value.toDate === 'function';
}

function text(value: object): string {
  return 'path' in value && typeof value.path === 'string' ? value.path : JSON.stringify(value);
}

/** Bytes the sent log stores for each mailed episode. */
const BYTES_AN_EPISODE = 8;

/** `users/{uid}/sent log/sent`, as the alerts write it. */
const sentLogSchema = z.object({
  sent: z.record(z.string(), z.instanceof(Uint8Array)),
  digests: z.record(z.string(), z.int().nonnegative()),
});

/**
 * What the sent log of mailed episodes holds, day by day, oldest first; empty without a sent log.
 * Throws on a malformed sent log: an export that silently left something out would be wrong.
 */
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

/** Documents of one collection, as many as the limit allowed. */
interface Taken<T> {
  taken: T[];
  /** Whether at least one more was left out. */
  truncated: boolean;
}

/**
 * Takes documents from a stream as long as their JSON fits into `limitBytes` (UTF-8, commas
 * included) and `isLate` is false. Stops reading at the first document that does not fit or comes
 * too late.
 */
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
