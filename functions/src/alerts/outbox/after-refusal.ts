import type { ChannelTurns } from '../../delivery/channels/channel-turns.ts';
import type { Digest, Halving } from './digest.ts';
import { isDivisible } from './halves.ts';

/**
 * The next step of a digest whose content was refused. `halve`: its halves are sent instead. `give-up`: its
 * only episode is refused while others are accepted. `wait`: the same digest is tried again, because it is
 * not yet known whether one episode is refused or everything.
 */
export type AfterRefusal = 'halve' | 'give-up' | 'wait';

/**
 * After this number of refusals in a row, a receiver is taken to refuse everything: seven refusals halve a
 * mail of 60 episodes to one, and that episode's neighbours may be refused, too.
 */
const MOST_REFUSALS = 12;

/**
 * Tries, over half an hour, of a half with one episode before it is given up, if the channel accepted others
 * since the first halving, but none since this half was first refused.
 */
const TRIES_ALONE = 4;

/**
 * Recent answers of a receiver: of a channel since it last accepted something, of the mail service since a
 * mail was halved.
 */
export interface Taking {
  refusals: number;
  /** When the receiver last accepted something, epoch milliseconds; null if unknown. */
  takenAtMs: number | null;
}

/** @param planned For a half of a mail: the original digest. */
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

/** Of a mail that follows one whose halves were refused: it is halved only once the service has taken another mail. */
export const AFTER_FAILURE: Halving = { refusals: MOST_REFUSALS, takenAtMs: null };

export function refusesAll({ refusals }: Taking): boolean {
  return refusals >= MOST_REFUSALS;
}

/**
 * @param isContent False if the last try failed for another reason than the content. Such a failure counts as
 * a refusal only if the receiver has accepted something since the digest was created.
 */
export function afterRefusal(digest: Digest, taking: Taking, isContent = true): AfterRefusal {
  const { takenAtMs } = taking;
  if (!isContent && (takenAtMs ?? 0) <= digest.createdAtMs) return 'wait';
  if (isDivisible(digest)) return refusesAll(taking) ? 'wait' : 'halve';
  const { half, refusedAtMs, attempt, channel } = digest;
  if (takenAtMs === null || !isAlone(digest)) return 'wait';
  if (!isContent) return 'give-up';
  // The receiver accepted something after it refused this digest: it does not refuse everything.
  if (refusedAtMs !== undefined && takenAtMs >= refusedAtMs) return 'give-up';
  const wasTaken = half !== undefined && takenAtMs >= half.sinceMs;
  const isTriedEnough = channel === undefined ? refusedAtMs !== undefined : attempt >= TRIES_ALONE;
  return wasTaken && isTriedEnough ? 'give-up' : 'wait';
}

/**
 * True if a digest that cannot be divided has one episode; false if it was stored before keys were kept per
 * episode.
 */
function isAlone({ sections }: Digest): boolean {
  return sections.every(({ keyCounts, episodes }) => keyCounts?.length === episodes.length);
}
