import { HttpsError } from 'firebase-functions/v2/https';
import {
  type AccountExport,
  type ExportRefusal,
  EXPORTS_AN_HOUR,
  HOUR_MS,
} from '../contract/index.ts';
import { log } from '../platform/log.ts';
import { memberCall } from '../platform/member-call.ts';
import { exportAccount as exportAll } from './export-account.ts';
import type { RateDecision } from '../platform/clients/count-call.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';

/** Counts across all instances. Rejects if Firestore is unreachable. */
async function allowExport(uid: string, now: number): Promise<RateDecision> {
  const window = { limit: EXPORTS_AN_HOUR, windowMs: HOUR_MS };
  const [decision] = await countInFirestore(`export ${uid}`, [1], now, window);
  if (decision === undefined) throw new Error('The export was not counted');
  return decision;
}

export const exportAccount = memberCall<AccountExport>(
  {
    memory: '512MiB',
    timeoutSeconds: 120,
    // An answer of nearly 10 MB takes several times its size in memory.
    concurrency: 8,
  },
  { signInTo: 'download your data' },
  async ({ uid }) => {
    const decision = await allowExport(uid, Date.now());
    if (!decision.allowed) {
      log('info', 'account-export-refused', { code: 'too-many-exports' });
      const details: ExportRefusal = {
        code: 'too-many-exports',
        retryAfterMs: decision.retryAfterMs,
      };
      throw new HttpsError('resource-exhausted', details.code, details);
    }
    const answer = await exportAll(uid, Date.now());
    if (!answer) throw new HttpsError('unauthenticated', 'this account does not exist any more');
    const { alerts, bookmarks, shows, channels, deliveries, digests, truncated } = answer;
    log('info', 'account-exported', {
      alerts: alerts.length,
      bookmarks: bookmarks.length,
      shows: shows.length,
      channels: channels.length,
      deliveries: deliveries.length,
      digests: digests.length,
      truncated,
    });
    return answer;
  },
);
