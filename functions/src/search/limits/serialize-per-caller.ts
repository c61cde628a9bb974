import type { RateDecision, RateWindow } from '../../platform/callers/count-call.ts';
import type { CountShared } from '../../platform/callers/firestore-rate-limit.ts';

interface Waiting {
  units: number;
  resolve: (decision: RateDecision) => void;
  reject: (error: unknown) => void;
}

/**
 * Counts single calls through `count`, one request at a time per caller: calls that arrive during a
 * request are counted together in the next one. So a burst from one caller makes two requests, not
 * a hundred that conflict.
 */
export function serializePerCaller(count: CountShared) {
  const waitingOf = new Map<string, Waiting[]>();

  async function settle(caller: string, waiting: Waiting[], now: number, window: RateWindow) {
    try {
      const wanted = waiting.map(({ units }) => units);
      const decisions = await count(caller, wanted, now, window);
      for (const [place, { resolve, reject }] of waiting.entries()) {
        const decision = decisions[place];
        if (decision) resolve(decision);
        else reject(new Error('A call was not counted'));
      }
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
    units: number,
    now: () => number,
    window: RateWindow,
  ): Promise<RateDecision> {
    return new Promise((resolve, reject) => {
      const waiting = waitingOf.get(caller);
      if (waiting) {
        waiting.push({ units, resolve, reject });
        return;
      }
      waitingOf.set(caller, [{ units, resolve, reject }]);
      void work(caller, now, window);
    });
  };
}
