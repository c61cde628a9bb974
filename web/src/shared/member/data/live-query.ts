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

/** A list that follows what is stored. `failed` is tried again, or still waited for, by itself. */
export type LiveList<T> =
  { status: 'loading' } | { status: 'ready'; items: readonly T[] } | { status: 'failed' };

/**
 * One live list, listened to while something on the page shows it.
 *
 * reactfire caches what it observes under a name for as long as the page lives: failures stay, and
 * listeners are never closed. So every stretch of listening has a number of its own, which goes
 * into that name; when it is over, the source ends with `loading`, and the cache holds nothing.
 */
export interface LiveQuery<T> {
  /** Which stretch of listening this is; a new one begins when the one before is over. */
  stretch: () => string;
  /** Keeps the present stretch going until the returned function is called. */
  hold: () => () => void;
  /** What the present stretch observes. */
  values(): Observable<LiveList<T>>;
  /** Ends it for good. */
  close(): void;
}

interface Patience {
  /** How long to go on listening after the last place that showed the list is gone, in ms. */
  lingerMs: number;
  /** How long after a failure to try again, in ms. */
  retryMs: number;
  /** How long a list may stay silent before it counts as failed, in ms; it is listened to on. */
  silentMs: number;
}

const PATIENCE: Patience = { lingerMs: 1000, retryMs: 15_000, silentMs: 10_000 };
const LOADING = { status: 'loading' } as const;
const FAILED = { status: 'failed' } as const;

/** Makes a live list of what `listen` observes; `name` must be unique on the page. */
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
    // A page that was begun and given up observes without ever holding.
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
