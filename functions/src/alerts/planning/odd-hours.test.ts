import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { ODD_ZONES, oddHoursSince } from './odd-hours.ts';
import { hourIn } from './zoned-time.ts';

const at = (time: string) => Date.parse(time);

test('every zone with hours between those of UTC is known', () => {
  const odd = Intl.supportedValuesOf('timeZone').filter((timeZone) =>
    [1, 7].some((month) => hourIn(timeZone, { year: 2026, month, day: 1 }, 12) % HOUR_MS !== 0),
  );
  expect(odd.length).toBeGreaterThan(10);
  expect(ODD_ZONES).toEqual(expect.arrayContaining(odd));
});

test('at each quarter of an hour the zones are named whose clocks show a full hour', () => {
  const eight = (time: string) =>
    oddHoursSince(at(time) - 15 * MINUTE_MS, at(time)).find(({ hour }) => hour === 8)?.timeZones;
  expect(eight('2026-11-21T02:30:00Z')).toEqual(['Asia/Calcutta', 'Asia/Kolkata', 'Asia/Colombo']);
  expect(eight('2026-11-21T02:15:10Z')).toEqual(['Asia/Katmandu', 'Asia/Kathmandu']);
  expect(eight('2026-11-21T02:45:00Z')).toBeUndefined();
  expect(oddHoursSince(at('2026-11-21T02:00:00Z'), at('2026-11-21T02:14:59Z'))).toEqual([]);
});

test('full hours of UTC are left to the run of the full hour', () => {
  const winter = oddHoursSince(at('2026-07-01T00:59:00Z'), at('2026-07-01T01:00:00Z'));
  expect(winter).toEqual([]);
});

test('an hour that the clocks leave out counts as shown when they are set', () => {
  // Newfoundland's clocks go from two to three at half past five of UTC.
  const hours = oddHoursSince(at('2026-03-08T05:15:00Z'), at('2026-03-08T05:30:00Z'));
  const there = hours.filter(({ timeZones }) => timeZones.includes('America/St_Johns'));
  expect(there.map(({ hour }) => hour)).toEqual([2, 3]);
});
