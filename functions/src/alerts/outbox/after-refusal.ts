import type { ChannelTurns } from '../../channels/channel-turns.ts';
import type { Digest, Halving } from './digest.ts';
import { isDivisible } from './halves.ts';

/**
 * What becomes of a digest whose content was refused. `halve`: its halves are sent in its place. `give-up`: it
 * holds one episode, and others are taken. `wait`: it is tried again as it is, because nothing shows yet
 * whether one episode is refused or everything.
 */
export type AfterRefusal = 'halve' | 'give-up' | 'wait';

/**
 * Refusals in a row after which a receiver is held to refuse everything: seven halve a mail of 60 episodes
 * to one, and its neighbours may be refused, too.
 */
const MOST_REFUSALS = 12;

/** An episode that stands alone is tried so often, over half an hour, though its neighbours were taken before. */
const TRIES_ALONE = 4;

/** What is known of a receiver: of a channel since it last took something, of a mail's since it was divided. */
export interface Taking {
  refusals: number;
  /** When it last took something, epoch milliseconds; null if unknown. */
  takenAtMs: number | null;
}

/** @param planned Of a half of a mail: the digest that was planned. */
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

/** @param isContent False: its tries are over for another reason, which says as much if others are taken. */
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

/** Not divided any further, and not one of those from before keys were kept for each episode. */
function isAlone({ sections }: Digest): boolean {
  return sections.every(({ keyCounts, episodes }) => keyCounts?.length === episodes.length);
}
