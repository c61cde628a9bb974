import { errorName, log } from '../../platform/log.ts';
import type { IndexedPerson } from '../match/shard-index.ts';

/** Max addresses checked per run, latest failures first. The other people wait for their next retry. */
const MAX_CHECKED = 1000;

/** These failures may end before the retry. A lookup of the account or address tells whether they have. */
const CURABLE: readonly (string | null)[] = ['unverified', 'disabled', 'no-address', 'suppressed'];

export type TakesMail = (uids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * People who wait for a retry although their address, verified or changed since, accepts mail now.
 * Suppressions are checked only hourly, because each costs a read.
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
  const asked = waiting.sort((a, b) => b.sinceMs - a.sinceMs).slice(0, MAX_CHECKED);
  try {
    return await takesMail(asked.map(({ uid }) => uid));
  } catch (error) {
    // The next run checks again, and each person's retry is scheduled anyway.
    log('warn', 'addresses-not-asked', { people: asked.length, error: errorName(error) });
    return new Set();
  }
}
