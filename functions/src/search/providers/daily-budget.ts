import { DAY_MS } from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';
import { AppError } from '../../platform/app-error.ts';

/** A limit on requests per day, counted for all instances together. */
export interface DailyBudget {
  /**
   * Takes that many requests, all or none. Fails with 'upstream-unavailable' when fewer are left
   * (with the time until the next day, UTC), and when they cannot be counted.
   */
  take(requests: number): Promise<void>;
}

/**
 * Counts in `system/{name}-{date}`, which no browser may read or write. Only the number is stored.
 */
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
