import type { ChannelTurns } from '../../channels/channel-turns.ts';
import type { Digest, Halving } from './digest.ts';
import { isDivisible } from './halves.ts';

/**
 * What becomes of a digest whose content was refused. `halve`: its halves are sent instead. `give-up`: its
 * only episode is refused while others are taken. `wait`: the same digest is tried again, because it is not
 * yet known whether one episode is refused or everything.
 */
export type AfterRefusal = 'halve' | 'give-up' | 'wait';

/**
 * After this number of refusals in a row, a receiver is taken to refuse everything: seven refusals halve a
 * mail of 60 episodes to one, and that episode's neighbours may be refused, too.
 */
const MOST_REFUSALS = 12;

/** Tries of an episode that stands alone, over half an hour, even if its neighbours were taken before. */
const TRIES_ALONE = 4;

/** What is known of a receiver: since a channel last took something, or since a mail was divided. */
export interface Taking {
  refusals: number;
  /** When it last took something, epoch milliseconds; null if unknown. */
  takenAtMs: number | null;
}

/** @param planned For a half of a mail: the digest that was planned. */
export function takingOf(
  digest: Digest,
  channel: (ChannelTurns & { deliveredAtMs?: number | undefined }) | null,
  planned: Digest | null,
): Taking {
  if (digest.channel !== undefined) {
    return { refusals: channel?.refusals ?? 0, takenAtMs: channel?.deliveredAtMs ?? null };
  }
  const { refusals, takenAtMs }: Halving = (planned ?? digest).halving ?? NOTHING;
  return { refusals, takenAtMs };
}

const NOTHING: Halving = { refusals: 0, takenAtMs: null };

export function refusesAll({ refusals }: Taking): boolean {
  return refusals >= MOST_REFUSALS;
}

/** @param isContent False: the last try failed for another reason, which counts as a refusal if others are taken. */
export function afterRefusal(digest: Digest, taking: Taking, isContent = true): AfterRefusal {
  const { takenAtMs } = taking;
  if (!isContent && (takenAtMs ?? 0) <= digest.createdAtMs) return 'wait';
  if (isDivisible(digest)) return refusesAll(taking) ? 'wait' : 'halve';
  const { half, refusedAtMs, attempt, channel } = digest;
  if (takenAtMs === null || !isAlone(digest)) return 'wait';
  if (!isContent) return 'give-up';
  // Something was taken after this was refused: it is not the address.
  if (refusedAtMs !== undefined && takenAtMs >= refusedAtMs) return 'give-up';
  const wasTaken = half !== undefined && takenAtMs >= half.sinceMs;
  const isTriedEnough = channel === undefined ? refusedAtMs !== undefined : attempt >= TRIES_ALONE;
  return wasTaken && isTriedEnough ? 'give-up' : 'wait';
}

/** False for a digest stored before keys were kept per episode; any other that cannot be divided has one episode. */
function isAlone({ sections }: Digest): boolean {
  return sections.every(({ keyCounts, episodes }) => keyCounts?.length === episodes.length);
}
