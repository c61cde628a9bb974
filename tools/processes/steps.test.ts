import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { step } from './steps.ts';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.useFakeTimers();
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('prints twice a minute that a step is not done, and at the end how long it took', async () => {
  const work = () => new Promise<number>((resolve) => setTimeout(resolve, 70_000, 12));
  const done = step('alerts', work, (count) => `${count} mails`);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(await done).toBe(12);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(printed).toEqual([
    '  alerts        30.0 s   so far …',
    '  alerts        60.0 s   so far …',
    '  alerts        70.0 s   12 mails',
  ]);
});

test('prints what a step waits for', async () => {
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, 31_000));
  const done = step('alerts', work, () => 'done', 'waiting for sendAlerts');
  await vi.advanceTimersByTimeAsync(31_000);
  await done;
  expect(printed[0]).toBe('  alerts        30.0 s   waiting for sendAlerts');
});

test('prints nothing more after a failure', async () => {
  const failed = expect(step('site', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await failed;
  await vi.advanceTimersByTimeAsync(70_000);
  expect(printed).toEqual([]);
});
