import {
  catchError,
  concat,
  connect,
  defer,
  map,
  merge,
  type Observable,
  of,
  type Subscription,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs';

/** After `failed`, listening is retried automatically. */
export type LiveList<T> =
  { status: 'loading' } | { status: 'ready'; items: readonly T[] } | { status: 'failed' };

/** A live list whose components share one listener. */
export interface LiveQuery<T> {
  /** Listens until the last subscriber has left. `onChange` is called at each change of `get`. */
  subscribe: (onChange: () => void) => () => void;
  /** The same object until it changes. `loading` while nobody listens. */
  get: () => LiveList<T>;
  /** Ends the listener and forgets the data, for good. */
  close: () => void;
}

interface Timing {
  /** Listening continues this long after the last subscriber has left, in milliseconds. */
  lingerMs: number;
  /** Retry delay after an error, in milliseconds. */
  retryMs: number;
  /** Timeout for the first values, in milliseconds. The list is then `failed` but keeps listening. */
  timeoutMs: number;
}

const TIMING: Timing = { lingerMs: 1000, retryMs: 15_000, timeoutMs: 10_000 };
const LOADING = { status: 'loading' } as const;
const FAILED = { status: 'failed' } as const;

export function createLiveQuery<T>(
  listen: () => Observable<readonly T[]>,
  { lingerMs, retryMs, timeoutMs }: Timing = TIMING,
): LiveQuery<T> {
  let list: LiveList<T> = LOADING;
  let closed = false;
  let listening: Subscription | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  const subscribers = new Set<{ onChange: () => void }>();

  function update(next: LiveList<T>): void {
    list = next;
    for (const { onChange } of [...subscribers]) onChange();
  }

  function end(): void {
    clearTimeout(lingering);
    listening?.unsubscribe();
    listening = undefined;
    update(LOADING);
  }

  function observed(): Observable<LiveList<T>> {
    return defer(listen).pipe(
      map((items) => ({ status: 'ready' as const, items })),
      connect((lists) =>
        merge(
          lists,
          timer(timeoutMs).pipe(
            map(() => FAILED),
            takeUntil(lists),
          ),
        ),
      ),
      catchError((_error, again) =>
        concat(of(FAILED), timer(retryMs).pipe(switchMap(() => again))),
      ),
    );
  }

  return {
    get: () => list,
    subscribe(onChange) {
      const subscriber = { onChange };
      clearTimeout(lingering);
      subscribers.add(subscriber);
      if (!closed) listening ??= observed().subscribe(update);
      return () => {
        subscribers.delete(subscriber);
        clearTimeout(lingering);
        if (subscribers.size === 0) lingering = setTimeout(end, lingerMs);
      };
    },
    close() {
      closed = true;
      end();
    },
  };
}
