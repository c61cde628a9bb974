import { BehaviorSubject, finalize, skip, Subject, take, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveQuery, type LiveList, type LiveQuery } from './live-query.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Holds the list, and notes each state from then on. */
function watch<T>(source: LiveQuery<T>) {
  const seen: string[] = [];
  source.values.pipe(skip(1)).subscribe(({ status }) => seen.push(status));
  return { seen, leave: source.hold() };
}

/** The state that is known without waiting. */
function now<T>(source: LiveQuery<T>): LiveList<T> | undefined {
  let state: LiveList<T> | undefined;
  source.values.pipe(take(1)).subscribe((each) => (state = each));
  return state;
}

test('shares one listener, and stops it shortly after the last holder leaves', () => {
  let listeners = 0;
  const stored = new BehaviorSubject(['a']);
  const source = createLiveQuery(() => {
    listeners += 1;
    return stored.pipe(finalize(() => (listeners -= 1)));
  });
  const first = watch(source);
  const second = watch(source);
  expect(listeners).toBe(1);
  expect(now(source)).toEqual({ status: 'ready', items: ['a'] });
  first.leave();
  vi.advanceTimersByTime(60_000);
  expect(listeners).toBe(1);
  second.leave();
  expect(listeners).toBe(1);
  // A page that comes at once takes the list over.
  const third = watch(source);
  vi.advanceTimersByTime(60_000);
  expect(listeners).toBe(1);
  expect(now(source)).toEqual({ status: 'ready', items: ['a'] });
  third.leave();
  vi.advanceTimersByTime(1000);
  expect(listeners).toBe(0);
  expect(now(source)).toEqual({ status: 'loading' });
});

test('the state is the same object until it changes', () => {
  const stored = new BehaviorSubject(['a']);
  const source = createLiveQuery(() => stored);
  watch(source);
  const before = now(source);
  expect(now(source)).toBe(before);
  stored.next(['b']);
  expect(now(source)).toEqual({ status: 'ready', items: ['b'] });
});

test('reports a failure as a value and retries automatically', () => {
  let denied = true;
  const source = createLiveQuery(() =>
    denied ? throwError(() => new Error('permission-denied')) : new BehaviorSubject(['a']),
  );
  const { seen } = watch(source);
  expect(seen).toEqual(['failed']);
  denied = false;
  vi.advanceTimersByTime(15_000);
  expect(seen).toEqual(['failed', 'ready']);
});

test('a silent list fails after ten seconds and recovers with its first values', () => {
  const stored = new Subject<string[]>();
  const source = createLiveQuery(() => stored);
  const { seen } = watch(source);
  vi.advanceTimersByTime(9999);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['failed']);
  stored.next(['a']);
  vi.advanceTimersByTime(60_000);
  expect(seen).toEqual(['failed', 'ready']);
});

test('a closed list keeps no data and no listener', () => {
  const stored = new BehaviorSubject(['a']);
  const source = createLiveQuery(() => stored);
  const { seen } = watch(source);
  source.close();
  expect(stored.observed).toBe(false);
  expect(seen.at(-1)).toBe('loading');
  watch(source);
  expect(stored.observed).toBe(false);
  expect(now(source)).toEqual({ status: 'loading' });
});
