import { EXPORTS_AN_HOUR, HOUR_MS } from '../contract/index.ts';
import type { RateDecision } from '../platform/callers/count-call.ts';
import { countInFirestore } from '../platform/callers/firestore-rate-limit.ts';

/**
 * Whether a person may have their data exported now. Counted for all instances together. Rejects when
 * it cannot be counted: Firestore is away then, and with it what would be exported.
 */
export async function allowExport(uid: string, now: number): Promise<RateDecision> {
  const window = { limit: EXPORTS_AN_HOUR, windowMs: HOUR_MS };
  const [decision] = await countInFirestore(`export ${uid}`, [1], now, window);
  if (decision === undefined) throw new Error('The export was not counted');
  return decision;
}
