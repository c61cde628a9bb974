import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/index.ts';
import { servicePause } from './service-pause.ts';

const now = Date.UTC(2026, 10, 21, 12);

test('there is no pause until the service asks for one, and none when it is over', () => {
  const pause = servicePause();
  expect(pause.untilMs(now)).toBeNull();
  expect(pause.pauseFor(30_000, now)).toBe(now + 30_000);
  expect(pause.untilMs(now + 29_999)).toBe(now + 30_000);
  expect(pause.untilMs(now + 30_000)).toBeNull();
});

test('requests that were under way together make one pause, the longest asked for', () => {
  const pause = servicePause();
  pause.pauseFor(30_000, now);
  expect(pause.pauseFor(60_000, now + 1)).toBe(now + 60_001);
  expect(pause.pauseFor(10_000, now + 2)).toBe(now + 60_001);
  const busy = servicePause();
  const untilMs = [0, 1, 2].map((laterMs) => busy.pauseFor(0, now + laterMs));
  expect(untilMs.at(-1)).toBe(now + 2 + 10_000);
});

test('asked for again and again, a pause becomes longer, up to a quarter of an hour', () => {
  const pause = servicePause();
  const pauses: number[] = [];
  let at = now;
  for (let times = 0; times < 9; times += 1) {
    const until = pause.pauseFor(0, at);
    pauses.push((until - at) / 1000);
    at = until;
  }
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
  pause.answered();
  expect(pause.pauseFor(0, at)).toBe(at + 10_000);
});

test('a service that asks for more gets it', () => {
  const pause = servicePause();
  pause.pauseFor(MINUTE_MS, now);
  expect(pause.pauseFor(60 * MINUTE_MS, now + MINUTE_MS)).toBe(now + 61 * MINUTE_MS);
});
