import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOverdue } from './use-overdue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const follow = () =>
  renderHook(({ pending }) => useOverdue(pending), { initialProps: { pending: true } });

test('a write confirmed within a second is never overdue', () => {
  const { result, rerender } = follow();
  act(() => void vi.advanceTimersByTime(900));
  expect(result.current).toBe(false);
  rerender({ pending: false });
  act(() => void vi.advanceTimersByTime(5000));
  expect(result.current).toBe(false);
});

test('a write that takes longer is overdue until it is confirmed', () => {
  const { result, rerender } = follow();
  act(() => void vi.advanceTimersByTime(1000));
  expect(result.current).toBe(true);
  rerender({ pending: false });
  expect(result.current).toBe(false);
  rerender({ pending: true });
  expect(result.current).toBe(false);
});

test('a pending write is overdue at once when offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { result } = follow();
  act(() => void vi.advanceTimersByTime(0));
  expect(result.current).toBe(true);
});
