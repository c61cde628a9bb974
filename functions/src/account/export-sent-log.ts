import * as z from 'zod';
import type { AccountExport } from '../contract/index.ts';

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
