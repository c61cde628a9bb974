import { DAY_MS } from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';
import { AppError } from '../../platform/app-error.ts';

/** A limit on requests per UTC day, for all instances together. */
export interface DailyBudget {
  /** All or nothing. Throws 'upstream-unavailable' if fewer are left, or if counting fails. */
  take(requests: number): Promise<void>;
}

/** Counts in the document `system/{name}-{date}`, which Firestore's rules deny to browsers. */
export function firestoreDailyBudget(
  name: string,
  limit: number,
  now: () => number = Date.now,
): DailyBudget {
  return {
    async take(requests) {
      const at = now();
      const day = new Date(at).toISOString().slice(0, 10);
      const taken = await count(`${name}-${day}`, requests, limit).catch((cause: unknown) => {
        throw new AppError('upstream-unavailable', 'The budget cannot be counted', { cause });
      });
      if (taken) return;
      throw new AppError(
        'upstream-unavailable',
        `${name}: the day’s ${limit} requests are used up`,
        {
          retryAfterMs: DAY_MS - (at % DAY_MS),
        },
      );
    },
  };
}

async function count(id: string, requests: number, limit: number): Promise<boolean> {
  const store = await database();
  const document = store.collection('system').doc(id);
  return store.runTransaction(async (transaction) => {
    const used: unknown = (await transaction.get(document)).get('used');
    const total = (typeof used === 'number' ? used : 0) + requests;
    if (total > limit) return false;
    transaction.set(document, { used: total });
    return true;
  });
}
