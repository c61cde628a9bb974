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

/** A list that follows the stored data. After `failed`, listening is retried automatically. */
export type LiveList<T> =
  { status: 'loading' } | { status: 'ready'; items: readonly T[] } | { status: 'failed' };

/**
 * A live list that keeps one listener while components use it. reactfire caches observables and their errors by
 * name until the page is left, and never unsubscribes. Therefore each period of listening has a unique name
 * (`stretch`), and its observable ends with `loading`, so that the cache keeps no data.
 */
export interface LiveQuery<T> {
  stretch: () => string;
  /** Keeps the current period alive until the returned function is called. */
  hold: () => () => void;
  values(): Observable<LiveList<T>>;
  close(): void;
}

/** A list that is always empty and reads nothing. */
export const EMPTY_LIST: LiveQuery<never> = {
  stretch: () => 'empty',
  hold: () => () => undefined,
  values: () => of({ status: 'ready', items: [] }),
  close: () => undefined,
};

interface Patience {
  /** How long to keep listening after the last component has unmounted, in milliseconds. */
  lingerMs: number;
  /** Delay of a retry after an error, in milliseconds. */
  retryMs: number;
  /** Timeout for the first values, after which the list is `failed` but keeps listening, in milliseconds. */
  silentMs: number;
}

const PATIENCE: Patience = { lingerMs: 1000, retryMs: 15_000, silentMs: 10_000 };
const LOADING = { status: 'loading' } as const;
const FAILED = { status: 'failed' } as const;

/** Creates a live list from an observable; `name` must be unique on the page. */
export function createLiveQuery<T>(
  name: string,
  listen: () => Observable<readonly T[]>,
  { lingerMs, retryMs, silentMs }: Patience = PATIENCE,
): LiveQuery<T> {
  let number = 1;
  let holders = 0;
  let closed = false;
  let over = new Subject<void>();
  let lingering: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(lingering);
    number += 1;
    over.next();
    over = new Subject();
  }

  function endUnlessHeld(): void {
    clearTimeout(lingering);
    if (holders === 0) lingering = setTimeout(end, lingerMs);
  }

  function observed(): Observable<LiveList<T>> {
    // Ends unless `hold` is called soon: a rendering that React discards subscribes, but never calls it.
    endUnlessHeld();
    return defer(listen).pipe(
      map((items) => ({ status: 'ready' as const, items })),
      connect((lists) =>
        merge(
          lists,
          timer(silentMs).pipe(
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
    stretch: () => `${name}#${number}`,
    hold() {
      holders += 1;
      clearTimeout(lingering);
      return () => {
        holders -= 1;
        endUnlessHeld();
      };
    },
    values: () =>
      closed ? of(LOADING) : concat(defer(observed).pipe(takeUntil(over)), of(LOADING)),
    close() {
      closed = true;
      end();
    },
  };
}
