import { HOUR_MS } from '../../contract/index.ts';
import { afterRefusal, refusesAll, takingOf } from './after-refusal.ts';
import type { TryEnd } from './channel-change.ts';
import type { ChannelWithTurns } from '../../delivery/channels/channel-turns.ts';
import type { Digest, Halving } from './digest.ts';
import {
  ASKED_AGAIN_AFTER_MS,
  type DigestOutcome,
  GIVEN_UP,
  type Obstacle,
} from './digest-progress.ts';
import { halvesOf, isDivisible, type StoredDigest } from './halves.ts';

/** The next step of a refused digest, and the changes that come with it. */
export interface Refused {
  event: DigestOutcome | Obstacle | { kind: 'halved' };
  halves?: StoredDigest[];
  end?: TryEnd;
  refusedAtMs?: number;
  /** True: the digest is tried again, though its content was refused. */
  isRefused?: boolean;
  /** For a message: number of consecutive refusals by its channel. */
  refusals?: number;
  /** For a mail: consecutive refusals of halves, and the time when one was last accepted. */
  halving?: Halving;
}

interface Refusal {
  id: string;
  /** The outcome that applies if the digest is neither halved nor given up. */
  outcome: DigestOutcome | Obstacle;
  end: TryEnd | undefined;
  /** `content`: the receiver refused the content. `at-last`: the last try failed. */
  refused: 'content' | 'at-last';
  /** For a mail: true if the service accepted another one since it first refused this one. */
  othersTaken: boolean;
  channel: ChannelWithTurns | null;
  planned: Digest | null;
  nowMs: number;
}

export function resolveRefusal(
  digest: Digest,
  { id, outcome, end, refused, othersTaken, channel, planned, nowMs }: Refusal,
): Refused {
  const taking = takingOf(digest, channel, planned);
  const refusals = taking.refusals + 1;
  const counted =
    digest.channel === undefined
      ? { halving: { refusals, takenAtMs: taking.takenAtMs } }
      : { refusals };
  switch (afterRefusal(digest, taking, refused === 'content')) {
    case 'halve':
      return { event: { kind: 'halved' }, halves: halvesOf(id, digest, nowMs), ...counted };
    case 'give-up':
      return { event: { kind: 'rejected', reason: GIVEN_UP }, end: { kind: 'given-up' } };
    case 'wait': {
      if (digest.channel === undefined && digest.half === undefined) {
        return resolveWholeMail(digest, { id, outcome, othersTaken, nowMs });
      }
      const isFirstAlone = digest.refusedAtMs === undefined && !isDivisible(digest);
      const isAll = refusesAll(taking);
      const isRefused = refused === 'content';
      const rests = isAll && isRefused ? resting(outcome, end, nowMs) : end;
      const tried = { event: outcome, isRefused, ...(rests && { end: rests }) };
      if (!isRefused || !isFirstAlone) return tried;
      const noted = { refusedAtMs: nowMs, ...(digest.half && counted) };
      const isMailedHalf = digest.channel === undefined && digest.half !== undefined;
      if (!isMailedHalf || isAll || outcome.kind !== 'rejected') return { ...tried, ...noted };
      // The half is tried once more, later: by then it is known whether other halves of its digest were
      // accepted.
      const notBeforeMs = nowMs + ASKED_AGAIN_AFTER_MS;
      return { event: { kind: 'unavailable', reason: outcome.reason, notBeforeMs }, ...noted };
    }
  }
}

/**
 * A mail that is refused as a whole. Until the service takes another mail, the refusal says nothing about this one: as in
 * an outage, it is tried again, hourly from the second time on.
 */
function resolveWholeMail(
  digest: Digest,
  { id, outcome, othersTaken, nowMs }: Pick<Refusal, 'id' | 'outcome' | 'othersTaken' | 'nowMs'>,
): Refused {
  if (outcome.kind !== 'rejected') return { event: outcome };
  const { reason } = outcome;
  const { refusedAtMs } = digest;
  if (!othersTaken) {
    const pauseMs = refusedAtMs === undefined ? ASKED_AGAIN_AFTER_MS : HOUR_MS;
    return {
      event: { kind: 'unavailable', reason, notBeforeMs: nowMs + pauseMs },
      refusedAtMs: refusedAtMs ?? nowMs,
    };
  }
  if (!isDivisible(digest)) return { event: outcome };
  const halving = { refusals: 1, takenAtMs: null };
  return { event: { kind: 'halved' }, halves: halvesOf(id, digest, nowMs), halving };
}

const RESTS_MS = HOUR_MS;

/** A receiver that refuses everything gets no message until the next try of this one, for an hour at most. */
export function resting<End extends TryEnd | undefined>(
  outcome: DigestOutcome | Obstacle,
  end: End,
  nowMs: number,
): End {
  if (end?.kind !== 'failed' || outcome.kind !== 'unavailable') return end;
  return { ...end, restsUntilMs: Math.min(outcome.notBeforeMs ?? nowMs, nowMs + RESTS_MS) };
}
