interface TimeoutOptions<T> {
  /** Ends the waiting early, as if the time were up. */
  parent?: AbortSignal | undefined;
  /** Gives the result when the work is late, or throws; by default it throws `reason`. */
  late?: (reason: unknown) => T;
}

/**
 * Resolves as `work` does or, when `timeoutMs` are over or `parent` fires first, with what `late`
 * gives. The signal passed to `work` fires then: work that listens stops, other work continues, and
 * a later result is ignored. The reason is a `TimeoutError`, or the parent's own. If the parent has
 * fired already, the work is not started.
 *
 * `AbortSignal.any` with `AbortSignal.timeout` is no substitute: Node 20 may garbage-collect a
 * time-out that nothing else refers to, and then it never fires.
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
    // Registered first, so it settles before the work can react to the signal.
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
