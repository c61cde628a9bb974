import { errorName, log } from '../../platform/log.ts';
import type { IndexedPerson } from '../match/shard-index.ts';

/** Limit of addresses checked in a run, latest failures first; other people wait for their next try. */
const MOST_ASKED = 1000;

/** Codes of failures for which Firebase Authentication can tell whether they persist. */
const CURABLE: readonly (string | null)[] = ['unverified', 'disabled', 'no-address', 'suppressed'];

/** Returns the uids of those people whose address takes mail. */
export type TakesMail = (uids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * People who wait for their retry because their address took no mail, and whose address takes mail now: it
 * was verified, or is another one. Suppressed addresses are looked up only once an hour, because each costs a
 * read.
 */
export async function repairedAddresses(
  takesMail: TakesMail,
  people: ReadonlyMap<string, IndexedPerson>,
  { nowMs, isFirstOfHour }: { nowMs: number; isFirstOfHour: boolean },
): Promise<ReadonlySet<string>> {
  const waiting: { uid: string; sinceMs: number }[] = [];
  for (const [uid, { alerts, preferences }] of people) {
    const { cadence, retryAtMs, unmailedAtMs, unmailedFor } = preferences;
    if (retryAtMs === null || retryAtMs <= nowMs || !CURABLE.includes(unmailedFor)) continue;
    if (alerts.length === 0 || cadence === 'paused') continue;
    if (unmailedFor === 'suppressed' && !isFirstOfHour) continue;
    waiting.push({ uid, sinceMs: unmailedAtMs ?? 0 });
  }
  if (waiting.length === 0) return new Set();
  const asked = waiting.sort((a, b) => b.sinceMs - a.sinceMs).slice(0, MOST_ASKED);
  try {
    return await takesMail(asked.map(({ uid }) => uid));
  } catch (error) {
    // The next run asks again, and each person is tried again anyway.
    log('warn', 'addresses-not-asked', { people: asked.length, error: errorName(error) });
    return new Set();
  }
}
