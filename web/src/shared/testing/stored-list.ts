import { type BehaviorSubject, type Observable, switchMap, throwError } from 'rxjs';

export type Stored<T> = readonly T[] | Error;

export function follow<T>(stored: BehaviorSubject<Stored<T>>): Observable<readonly T[]> {
  return stored.pipe(switchMap((now) => (now instanceof Error ? throwError(() => now) : [now])));
}

export function change<T>(
  stored: BehaviorSubject<Stored<T>>,
  to: (items: readonly T[]) => readonly T[],
): Promise<void> {
  stored.next(to(stored.value instanceof Error ? [] : stored.value));
  return Promise.resolve();
}
