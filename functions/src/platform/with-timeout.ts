interface TimeoutOptions<T> {
  parent?: AbortSignal | undefined;
  /** Returns the result of an aborted call. By default, the call throws the reason. */
  late?: (reason: unknown) => T;
}

/**
 * Races `work` against a timeout and `parent`. On abort, the signal of `work` fires, and a later result is
 * ignored. Does not use `AbortSignal.any` with `AbortSignal.timeout`: Node 20 may garbage-collect an unreferenced
 * timeout, which then never fires.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  { parent, late = rethrow }: TimeoutOptions<T> = {},
): Promise<T> {
  if (parent?.aborted === true) return late(parent.reason);
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_resolve, reject) => {
    // Registered first, so that this promise rejects before the work reacts to the signal.
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`Nothing within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  const follow = () => controller.abort(parent?.reason);
  parent?.addEventListener('abort', follow, { once: true });
  try {
    return await Promise.race([ended, work(signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    return late(signal.reason);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', follow);
  }
}

function rethrow(reason: unknown): never {
  throw reason;
}
