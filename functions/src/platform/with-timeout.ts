interface TimeoutOptions<T> {
  /** Ends the waiting early, as if the time were up. */
  parent?: AbortSignal | undefined;
  /** Gives the result of work that is late, or throws; by default it throws `reason`. */
  late?: (reason: unknown) => T;
}

/**
 * What `work` gives, or what `late` gives when `timeoutMs` are up or `parent` fires first. Then the
 * signal that `work` was called with fires, too: work that heeds it stops, other work goes on, and a
 * later result is ignored. The reason is a `TimeoutError`, or the parent's own. Work is not begun
 * where the parent has fired already.
 *
 * `AbortSignal.any` with `AbortSignal.timeout` would not do: Node 20 may collect a time-out that
 * nothing else holds as garbage, and then it never fires.
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
    // First in the queue: whatever the work makes of the signal comes later.
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
