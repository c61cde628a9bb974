import * as z from 'zod';
import type { AccountExport } from '../contract/index.ts';

/** Bytes the ledger stores for each mailed episode. */
const BYTES_AN_EPISODE = 8;

/** `users/{uid}/ledger/sent`, as the alerts write it. */
const ledgerSchema = z.object({
  sent: z.record(z.string(), z.instanceof(Uint8Array)),
  digests: z.record(z.string(), z.int().nonnegative()),
});

/**
 * What the ledger of mailed episodes holds, day by day, oldest first; empty without a ledger.
 * Throws on a malformed ledger: an export that silently left something out would be wrong.
 */
export function exportLedger(ledger: unknown): AccountExport['mailed'] {
  if (ledger === undefined) return [];
  const { sent, digests } = ledgerSchema.parse(ledger);
  const days = [...new Set([...Object.keys(sent), ...Object.keys(digests)])].sort();
  return days.map((day) => ({
    day,
    episodes: Math.floor((sent[day]?.byteLength ?? 0) / BYTES_AN_EPISODE),
    digests: digests[day] ?? 0,
  }));
}
