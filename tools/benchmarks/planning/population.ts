import { DAY_MS, type Preferences, slotIds } from '../../../functions/src/contract/index.ts';
import type { PersonEntry } from '../../../functions/src/alerts/indexing/alert-source.ts';
import type { ActiveAlert } from '../../../functions/src/alerts/indexing/indexed-documents.ts';
import { randomNumbers } from '../bench-episodes.ts';

/** A Saturday, eight o'clock in New York: the hour at which most digests are due. */
export const NOW = Date.UTC(2026, 10, 21, 13);

export interface BenchPerson extends PersonEntry {
  alerts: ActiveAlert[];
}

const SEED = 20_261_122;
const ALERTS_A_PERSON = 5;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SLOTS = slotIds(200);

/** Of those who keep the default hour, how many live where; the first are due at {@link NOW}. */
const ZONES: readonly [zone: string, share: number][] = [
  ['America/New_York', 0.66],
  ['Europe/Berlin', 0.12],
  ['America/Los_Angeles', 0.1],
  ['Asia/Kolkata', 0.07],
  ['Asia/Tokyo', 0.05],
];
const EVENLY = ZONES.map(([zone]) => [zone, 1 / ZONES.length] as const);
const DEFAULT_SHARE = 0.7;
const CADENCES: readonly [cadence: Preferences['cadence'], share: number][] = [
  ['daily', 0.62],
  ['weekly', 0.25],
  ['hourly', 0.1],
  ['paused', 0.03],
];

/**
 * People with alerts for these keywords, five alerts each on average: 70 % get their digest at the
 * default hour of five time zones, the others whenever and however often. Always the same ones.
 */
export function* population(keywords: readonly string[]): Generator<BenchPerson> {
  const random = randomNumbers(SEED);
  const pick = <T>(shares: readonly (readonly [T, number])[]): T => {
    let left = random();
    for (const [value, share] of shares) if ((left -= share) < 1e-9) return value;
    throw new Error('The shares are less than all');
  };
  const upTo = (count: number) => Math.floor(random() * count);
  const daysAgo = (days: number) => Math.floor(NOW - (1 + random() * days) * DAY_MS);

  let next = 0;
  for (const size of sizes(keywords.length, random)) {
    const uid = Array.from({ length: 28 }, () => LETTERS[upTo(LETTERS.length)]).join('');
    const isDefault = random() < DEFAULT_SHARE;
    const timeZone = isDefault ? pick(ZONES) : pick(EVENLY);
    const rhythm: Omit<Preferences, 'timeZone' | 'updatedAtMs'> = isDefault
      ? { cadence: 'daily', hour: 8, weekday: 1 }
      : { cadence: pick(CADENCES), hour: upTo(24), weekday: 1 + upTo(7) };
    const alerts = keywords.slice(next, next + size).map((keyword, slot): ActiveAlert => {
      const sinceMs = daysAgo(300);
      return { uid, alertId: `${SLOTS[slot] ?? ''}-${sinceMs.toString(36)}`, keyword, sinceMs };
    });
    next += size;
    const never = { unmailedAtMs: null, retryAtMs: null, resumedAtMs: null };
    const preferences = { ...rhythm, timeZone, updatedAtMs: daysAgo(300), ...never };
    yield { uid, preferences, alerts };
  }
}

/** How many alerts each has: Pareto's law up to the limit, which a few people reach. */
function sizes(alerts: number, random: () => number): number[] {
  const people = Math.ceil(alerts / ALERTS_A_PERSON);
  const drawn = Array.from({ length: people }, () =>
    Math.min(SLOTS.length, Math.floor(random() ** (-1 / 1.06))),
  );
  let sum = drawn.reduce((total, size) => total + size, 0);
  while (sum !== alerts) {
    const person = Math.floor(random() * people);
    const step = Math.sign(alerts - sum);
    const size = (drawn[person] ?? 0) + step;
    if (size < 1 || size > SLOTS.length) continue;
    drawn[person] = size;
    sum += step;
  }
  return drawn;
}
