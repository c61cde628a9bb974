import type { Bookmark } from 'functions/contract';
import { BehaviorSubject, map, switchMap, throwError } from 'rxjs';
import { createLiveSource } from './live-source.ts';
import type { MemberData, SavedAlert } from './member-data.ts';

let people = 0;

/** The data of a person for tests: kept in memory, live, and able to break down. */
export function fakeMemberData({ alerts = [] as SavedAlert[] } = {}) {
  people += 1;
  const stored = new BehaviorSubject<SavedAlert[] | Error>(alerts);
  const bookmarks = new BehaviorSubject<Bookmark[]>([]);
  const patience = { lingerMs: 0, retryMs: 60_000 };
  const data: MemberData = {
    alerts: createLiveSource(
      `fake:${people}:alerts`,
      () =>
        stored.pipe(
          switchMap((now) => (now instanceof Error ? throwError(() => now) : [now])),
          map((now): readonly SavedAlert[] => now),
        ),
      patience,
    ),
    bookmarks: createLiveSource(`fake:${people}:bookmarks`, () => bookmarks, patience),
    addAlerts(keywords) {
      const before = stored.value instanceof Error ? [] : stored.value;
      stored.next([...keywords.map(sampleAlert), ...before]);
      return Promise.resolve();
    },
    deleteAlert: () => Promise.resolve(),
    addBookmark: () => Promise.resolve(),
    removeBookmark: () => Promise.resolve(),
    close: () => undefined,
  };
  return { data, breakDown: () => stored.next(new Error('permission denied')) };
}

/** A saved alert, its id made of its keyword. */
export function sampleAlert(keyword: string): SavedAlert {
  return { id: `id-${keyword}`, keyword, createdAtMs: 0, pending: false };
}
