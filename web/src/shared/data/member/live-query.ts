import {
  catchError,
  concat,
  connect,
  defer,
  map,
  merge,
  type Observable,
  of,
  Subject,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs';

/** After `failed`, listening is retried automatically. */
export type LiveList<T> =
  { status: 'loading' } | { status: 'ready'; items: readonly T[] } | { status: 'failed' };

/**
 * A live list whose components share one listener. reactfire caches observables and their errors by
 * name until the page is left, and never unsubscribes. Therefore each listening period has a unique
 * name (`periodName`), and its observable ends with `loading`, so that the cache keeps no data.
 */
export interface LiveQuery<T> {
  periodName: () => string;
  /** Keeps the current period alive until the returned function is called. */
  hold: () => () => void;
  values(): Observable<LiveList<T>>;
  close(): void;
}

interface Timing {
  /** Listening continues this long after the last component has unmounted, in milliseconds. */
  lingerMs: number;
  /** Retry delay after an error, in milliseconds. */
  retryMs: number;
  /** Timeout for the first values, in milliseconds. The list is then `failed` but keeps listening. */
  timeoutMs: number;
}

const TIMING: Timing = { lingerMs: 1000, retryMs: 15_000, timeoutMs: 10_000 };
const LOADING = { status: 'loading' } as const;
const FAILED = { status: 'failed' } as const;

/** @param name Must be unique on the page. */
export function createLiveQuery<T>(
  name: string,
  listen: () => Observable<readonly T[]>,
  { lingerMs, retryMs, timeoutMs }: Timing = TIMING,
): LiveQuery<T> {
  let number = 1;
  let holders = 0;
  let closed = false;
  let ended = new Subject<void>();
  let lingering: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(lingering);
    number += 1;
    ended.next();
    ended = new Subject();
  }

  function endUnlessHeld(): void {
    clearTimeout(lingering);
    if (holders === 0) lingering = setTimeout(end, lingerMs);
  }

  function observed(): Observable<LiveList<T>> {
    // Ends the period unless `hold` is called soon, because a render that React discards never calls `hold`.
    endUnlessHeld();
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
    periodName: () => `${name}#${number}`,
    hold() {
      holders += 1;
      clearTimeout(lingering);
      return () => {
        holders -= 1;
        endUnlessHeld();
      };
    },
    values: () =>
      closed ? of(LOADING) : concat(defer(observed).pipe(takeUntil(ended)), of(LOADING)),
    close() {
      closed = true;
      end();
    },
  };
}
