import { EXPORTS_AN_HOUR, HOUR_MS } from '../contract/index.ts';
import type { RateDecision } from '../platform/callers/count-call.ts';
import { countInFirestore } from '../platform/callers/firestore-rate-limit.ts';

/**
 * Whether a person may have their data exported now, counted across all instances. Rejects when
 * Firestore cannot be reached; there would be nothing to export then either.
 */
export async function allowExport(uid: string, now: number): Promise<RateDecision> {
  const window = { limit: EXPORTS_AN_HOUR, windowMs: HOUR_MS };
  const [decision] = await countInFirestore(`export ${uid}`, [1], now, window);
  if (decision === undefined) throw new Error('The export was not counted');
  return decision;
}
