import { AppError } from '../../platform/app-error.ts';

export interface CircuitBreaker {
  /**
   * Does `work`, or, after too many failures in a row, fails at once with 'upstream-unavailable' for
   * a while. Then one call is let through to find out; the others wait for what becomes of it.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface CircuitBreakerOptions {
  /** Failures in a row that open it. */
  failures?: number;
  /** Milliseconds it stays open. */
  openMs?: number;
  now?: () => number;
}

/** Keeps a backend that is down from costing every reader a wait, and from being asked in vain. */
export function createCircuitBreaker({
  failures: limit = 5,
  openMs = 30_000,
  now = Date.now,
}: CircuitBreakerOptions = {}): CircuitBreaker {
  let failures = 0;
  let closedAgainAt = 0;
  let probing = false;

  function refuseWhileOpen(): void {
    if (failures < limit) return;
    const waitMs = closedAgainAt - now();
    if (waitMs <= 0 && !probing) return;
    throw new AppError('upstream-unavailable', 'too many recent failures of the backend', {
      retryAfterMs: Math.max(waitMs, 1_000),
    });
  }

  return {
    async run(work) {
      refuseWhileOpen();
      const probe = failures >= limit;
      if (probe) probing = true;
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        if (error instanceof AppError && error.code.startsWith('upstream-')) {
          failures += 1;
          closedAgainAt = now() + openMs;
        }
        throw error;
      } finally {
        if (probe) probing = false;
      }
    },
  };
}
