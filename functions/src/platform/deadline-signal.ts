/** A signal that fires when the time is up; `release` ends the waiting. */
export interface DeadlineSignal {
  signal: AbortSignal;
  release: () => void;
}

/**
 * A signal that fires after `ms` milliseconds (a `TimeoutError`), or when `parent` does. To be released
 * when the work is done.
 *
 * `AbortSignal.any` with `AbortSignal.timeout` does not do: Node 20 may collect a time-out that nothing
 * else holds as garbage, and then it never fires.
 */
export function deadlineSignal(ms: number, parent?: AbortSignal): DeadlineSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`Nothing within ${ms} ms`, 'TimeoutError'));
  }, ms);
  const follow = () => controller.abort(parent?.reason);
  if (parent?.aborted === true) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}
