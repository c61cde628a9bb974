import type { CountedCalls, RateDecision, RateWindow } from './count-call.ts';

/** Counts calls where all instances count. Rejects when that place cannot be reached. */
export type CountShared = (
  caller: string,
  wanted: number,
  now: number,
  window: RateWindow,
) => Promise<CountedCalls>;

interface Waiting {
  resolve: (decision: RateDecision) => void;
  reject: (error: unknown) => void;
}

/**
 * Counts single calls through `count`, for one caller one at a time: calls that come while it counts
 * are counted together afterwards. So a burst of one caller's makes two requests, not a hundred that
 * stand in each other's way.
 */
export function countInTurn(count: CountShared) {
  const waitingOf = new Map<string, Waiting[]>();

  async function settle(caller: string, waiting: Waiting[], now: number, window: RateWindow) {
    try {
      const { allowed, retryAfterMs } = await count(caller, waiting.length, now, window);
      waiting.forEach(({ resolve }, place) =>
        resolve(place < allowed ? { allowed: true } : { allowed: false, retryAfterMs }),
      );
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async function work(caller: string, now: () => number, window: RateWindow): Promise<void> {
    for (;;) {
      const waiting = waitingOf.get(caller)?.splice(0) ?? [];
      if (waiting.length === 0) break;
      await settle(caller, waiting, now(), window);
    }
    waitingOf.delete(caller);
  }

  return function countOne(
    caller: string,
    now: () => number,
    window: RateWindow,
  ): Promise<RateDecision> {
    return new Promise((resolve, reject) => {
      const waiting = waitingOf.get(caller);
      if (waiting) {
        waiting.push({ resolve, reject });
        return;
      }
      waitingOf.set(caller, [{ resolve, reject }]);
      void work(caller, now, window);
    });
  };
}
