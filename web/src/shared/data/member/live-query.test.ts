import { BehaviorSubject, finalize, Subject, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveQuery, type LiveList } from './live-query.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('stops listening shortly after the last holder leaves, then ends empty under a new name', () => {
  let listeners = 0;
  const stored = new BehaviorSubject(['a']);
  const source = createLiveQuery('list', () => {
    listeners += 1;
    return stored.pipe(finalize(() => (listeners -= 1)));
  });
  const first = source.periodName();
  const seen: LiveList<string>[] = [];
  source.values().subscribe((list) => seen.push(list));
  const release = source.hold();
  vi.advanceTimersByTime(60_000);
  expect(listeners).toBe(1);
  release();
  expect(listeners).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(listeners).toBe(0);
  expect(seen).toEqual([{ status: 'ready', items: ['a'] }, { status: 'loading' }]);
  expect(source.periodName()).not.toBe(first);
});

test('reports a failure as a value and retries automatically', () => {
  let denied = true;
  const source = createLiveQuery('list', () =>
    denied ? throwError(() => new Error('permission-denied')) : new BehaviorSubject(['a']),
  );
  const seen: string[] = [];
  source.hold();
  source.values().subscribe(({ status }) => seen.push(status));
  expect(seen).toEqual(['failed']);
  denied = false;
  vi.advanceTimersByTime(15_000);
  expect(seen).toEqual(['failed', 'ready']);
});

test('a silent list fails after ten seconds and recovers with its first values', () => {
  const stored = new Subject<string[]>();
  const source = createLiveQuery('list', () => stored);
  const seen: string[] = [];
  source.hold();
  source.values().subscribe(({ status }) => seen.push(status));
  vi.advanceTimersByTime(9999);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['failed']);
  stored.next(['a']);
  vi.advanceTimersByTime(60_000);
  expect(seen).toEqual(['failed', 'ready']);
});

test('a closed list keeps no data and no listener', () => {
  const stored = new Subject<string[]>();
  const source = createLiveQuery('list', () => stored);
  const seen: string[] = [];
  source.hold();
  source.values().subscribe(({ status }) => seen.push(status));
  source.close();
  expect(stored.observed).toBe(false);
  source.values().subscribe(({ status }) => seen.push(status));
  expect(seen).toEqual(['loading', 'loading']);
});
