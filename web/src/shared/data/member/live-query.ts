import {
  BehaviorSubject,
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
  /** Unique on the page. */
  name: string;
  /** Listens until all have left, by the functions that this returns. */
  hold: () => () => void;
  /** Emits the current state and each change, and never ends. `loading` while nobody holds the list. */
  values: Observable<LiveList<T>>;
  /** Ends the listener and forgets the data, for good. */
  close: () => void;
}

interface Timing {
  /** Listening continues this long after the last holder has left, in milliseconds. */
  lingerMs: number;
  /** Retry delay after an error, in milliseconds. */
  retryMs: number;
  /** Timeout for the first values, in milliseconds. The list is then `failed` but keeps listening. */
  timeoutMs: number;
}

const TIMING: Timing = { lingerMs: 1000, retryMs: 15_000, timeoutMs: 10_000 };
export const LOADING = { status: 'loading' } as const;
const FAILED = { status: 'failed' } as const;

let queries = 0;

export function createLiveQuery<T>(
  listen: () => Observable<readonly T[]>,
  { lingerMs, retryMs, timeoutMs }: Timing = TIMING,
): LiveQuery<T> {
  const values = new BehaviorSubject<LiveList<T>>(LOADING);
  let closed = false;
  let holders = 0;
  let listening: Subscription | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(lingering);
    listening?.unsubscribe();
    listening = undefined;
    values.next(LOADING);
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
    name: `live-${(queries += 1)}`,
    values: values.asObservable(),
    hold() {
      clearTimeout(lingering);
      holders += 1;
      if (!closed) listening ??= observed().subscribe((list) => values.next(list));
      return () => {
        holders -= 1;
        clearTimeout(lingering);
        if (holders === 0) lingering = setTimeout(end, lingerMs);
      };
    },
    close() {
      closed = true;
      end();
    },
  };
}
