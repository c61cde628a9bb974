import { AppError } from '../../platform/app-error.ts';

export interface CircuitBreaker {
  /**
   * Runs `work`. After too many failures in a row it fails at once with 'upstream-unavailable' for
   * a while. Then one call is let through to probe the backend; until that call ends, others still
   * fail.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. */
  failures?: number;
  /** How long the circuit stays open, milliseconds. */
  openMs?: number;
  now?: () => number;
}

/**
 * Fails fast while a backend is down, instead of making every reader wait, and gives the backend
 * time to recover.
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
