import { AppError } from '../../platform/app-error.ts';

export interface CircuitBreaker {
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface CircuitBreakerOptions {
  failures?: number;
  openMs?: number;
  now?: () => number;
}

/**
 * Throws 'upstream-unavailable' after consecutive failures. After `openMs`, one call probes the
 * backend; the others fail until it succeeds.
 */
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
