import { HOUR_MS, type Preferences } from '../../contract/index.ts';
import { latestSlot } from './digest-schedule.ts';
import { hourShown } from './zoned-time.ts';

/**
 * The zones whose clocks show a full hour when those of UTC do not, under all the names a browser or
 * an old document may have for them.
 */
export const ODD_ZONES: readonly string[] = [
  ...['America/St_Johns', 'Canada/Newfoundland', 'Pacific/Marquesas'],
  ...['Asia/Tehran', 'Iran', 'Asia/Kabul', 'Asia/Calcutta', 'Asia/Kolkata', 'Asia/Colombo'],
  ...['Asia/Katmandu', 'Asia/Kathmandu', 'Asia/Rangoon', 'Asia/Yangon', 'Indian/Cocos'],
  ...['Australia/Eucla', 'Australia/Adelaide', 'Australia/South', 'Australia/Darwin'],
  ...['Australia/North', 'Australia/Broken_Hill', 'Australia/Yancowinna'],
  ...['Australia/Lord_Howe', 'Australia/LHI', 'Pacific/Chatham', 'NZ-CHAT'],
];

/** People whose digest may be due: those who chose this hour in one of these zones. */
export interface ChosenHour {
  hour: Preferences['hour'];
  timeZones: string[];
}

/**
 * The hours that clocks of {@link ODD_ZONES} showed after `lastRunAtMs` and up to `nowMs`, between
 * full hours of UTC: what a run has to look at while nobody else can be due.
 */
export function oddHoursSince(lastRunAtMs: number, nowMs: number): ChosenHour[] {
  const zonesOf = new Map<number, string[]>();
  for (const timeZone of ODD_ZONES) {
    const shown = hourShown(timeZone, nowMs);
    // The hour before it, too: clocks that are set forward leave one out, and it counts as shown then.
    for (const hour of [(shown + 23) % 24, shown]) {
      const slot = latestSlot({ cadence: 'daily', hour, weekday: 1, timeZone }, nowMs);
      if (slot === null || slot <= lastRunAtMs || slot % HOUR_MS === 0) continue;
      zonesOf.set(hour, [...(zonesOf.get(hour) ?? []), timeZone]);
    }
  }
  return Array.from(zonesOf, ([hour, timeZones]) => ({ hour, timeZones }));
}
