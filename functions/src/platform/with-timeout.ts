interface TimeoutOptions<T> {
  /** A signal that aborts the work as the timeout does. */
  parent?: AbortSignal | undefined;
  /** Gives the result of an aborted call, or throws; by default it throws the reason. */
  late?: (reason: unknown) => T;
}

/**
 * Races `work` against a timeout and `parent`. On abort, the signal passed to `work` fires and a later result
 * is ignored. `AbortSignal.any` with `AbortSignal.timeout` is not used, because Node 20 may garbage-collect a
 * timeout that nothing refers to, which then never fires.
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
    // Registered first, so that it rejects before the work can react to the signal.
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
