import { HOUR_MS } from '../../contract/index.ts';
import { afterRefusal, refusesAll, takingOf } from '../outbox/after-refusal.ts';
import type { TryEnd } from '../outbox/channel-change.ts';
import type { ChannelWithTurns } from '../../channels/channel-turns.ts';
import type { Digest, Halving } from '../outbox/digest.ts';
import {
  ASKED_AGAIN_AFTER_MS,
  type DigestOutcome,
  GIVEN_UP,
  type Obstacle,
} from '../outbox/digest-progress.ts';
import { halvesOf, isDivisible, type StoredDigest } from '../outbox/halves.ts';

/** A refused digest's next step, and what it changes. */
export interface Refused {
  event: DigestOutcome | Obstacle | { kind: 'halved' };
  halves?: StoredDigest[];
  end?: TryEnd;
  refusedAtMs?: number;
  /** True: the digest is tried again, though its content was refused. */
  isRefused?: boolean;
  /** For a channel: refusals in a row. */
  refusals?: number;
  /** For a mail: refusals in a row, and when a half was last accepted. */
  halving?: Halving;
}

interface Refusal {
  id: string;
  /** What applies if the digest is neither divided nor given up. */
  outcome: DigestOutcome | Obstacle;
  end: TryEnd | undefined;
  /** `content`: the receiver refused the content. `at-last`: the last try failed. */
  refused: 'content' | 'at-last';
  channel: ChannelWithTurns | null;
  planned: Digest | null;
  nowMs: number;
}

export function resolveRefusal(
  digest: Digest,
  { id, outcome, end, refused, channel, planned, nowMs }: Refusal,
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
      const isFirstAlone = digest.refusedAtMs === undefined && !isDivisible(digest);
      const isAll = refusesAll(taking);
      const isRefused = refused === 'content';
      const rests = isAll && isRefused ? resting(outcome, end, nowMs) : end;
      const tried = { event: outcome, isRefused, ...(rests && { end: rests }) };
      if (!isRefused || !isFirstAlone) return tried;
      const noted = { refusedAtMs: nowMs, ...(digest.half && counted) };
      const isMailedHalf = digest.channel === undefined && digest.half !== undefined;
      if (!isMailedHalf || isAll || outcome.kind !== 'rejected') return { ...tried, ...noted };
      // The digest is tried once more when it is known whether its neighbours are taken.
      const notBeforeMs = nowMs + ASKED_AGAIN_AFTER_MS;
      return { event: { kind: 'unavailable', reason: outcome.reason, notBeforeMs }, ...noted };
    }
  }
}

const RESTS_MS = HOUR_MS;

/** A receiver that refuses everything gets at most one message an hour. */
export function resting<End extends TryEnd | undefined>(
  outcome: DigestOutcome | Obstacle,
  end: End,
  nowMs: number,
): End {
  if (end?.kind !== 'failed' || outcome.kind !== 'unavailable') return end;
  return { ...end, restsUntilMs: Math.min(outcome.notBeforeMs ?? nowMs, nowMs + RESTS_MS) };
}
