import { BehaviorSubject, finalize, Subject, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveQuery, type LiveQuery } from './live-query.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Subscribes, and notes each state from then on. */
function watch<T>(source: LiveQuery<T>) {
  const seen: string[] = [];
  const leave = source.subscribe(() => seen.push(source.get().status));
  return { seen, leave };
}

test('shares one listener, and stops it shortly after the last subscriber leaves', () => {
  let listeners = 0;
  const stored = new BehaviorSubject(['a']);
  const source = createLiveQuery(() => {
    listeners += 1;
    return stored.pipe(finalize(() => (listeners -= 1)));
  });
  const first = watch(source);
  const second = watch(source);
  expect(listeners).toBe(1);
  expect(source.get()).toEqual({ status: 'ready', items: ['a'] });
  first.leave();
  vi.advanceTimersByTime(60_000);
  expect(listeners).toBe(1);
  second.leave();
  expect(listeners).toBe(1);
  // A page that comes at once takes the list over.
  const third = watch(source);
  vi.advanceTimersByTime(60_000);
  expect(listeners).toBe(1);
  expect(source.get()).toEqual({ status: 'ready', items: ['a'] });
  third.leave();
  vi.advanceTimersByTime(1000);
  expect(listeners).toBe(0);
  expect(source.get()).toEqual({ status: 'loading' });
});

test('the state is the same object until it changes', () => {
  const stored = new BehaviorSubject(['a']);
  const source = createLiveQuery(() => stored);
  watch(source);
  const before = source.get();
  expect(source.get()).toBe(before);
  stored.next(['b']);
  expect(source.get()).toEqual({ status: 'ready', items: ['b'] });
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
  expect(source.get()).toEqual({ status: 'loading' });
});
