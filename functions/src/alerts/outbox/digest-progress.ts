import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';

/**
 * How far a digest is on its way.
 *
 *     queued ──claim──▶ sending ──accepted──▶ sent
 *      │  ▲               │  ├──rejected──▶ failed
 *      │  └──unavailable──┘  └─claim, lease over─▶ sending (once), then failed
 *      └─────cancel─────▶ cancelled
 *
 * A claim marks the moment at which the mail is handed over: it is made when the mail is ready, right
 * before the request to the mail service. A sender that dies earlier leaves the digest as it was.
 * Whoever sends holds a lease that outlasts the function's time limit. A lease that ran out means
 * that the sender died, or did not hear, while it handed the mail over, and nobody knows whether the
 * mail went out: then it is sent once more, and no third time.
 */
export interface DigestProgress {
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  /** Claims so far; an outcome counts only for the claim it belongs to. */
  attempt: number;
  /** Claims whose outcome nobody knows: above 0, the mail was perhaps sent. */
  takeovers: number;
  /** Until when the sender is to be waited for; null unless `sending`. Epoch milliseconds, as all here. */
  leaseUntilMs: number | null;
  /** Before this it is not to be sent: the mail service asked to wait, or it was spread with others. */
  notBeforeMs: number | null;
  /** When it was made; of one that was spread, the moment from which on it waits for its sender. */
  createdAtMs: number;
  /** Why it failed, was cancelled or could not be sent yet. */
  code: string | null;
  /** What the mail service calls it. */
  messageId: string | null;
  finishedAtMs: number | null;
}

/** What became of a claim. */
export type DigestOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; reason: string }
  | Unsent<'unavailable'>;

/** What kept a digest from being claimed, for now or for good. */
export type Obstacle = Unsent<'postpone'> | { kind: 'cancel'; reason: CancelReason };

/** It was surely not sent, and is to be. */
interface Unsent<Kind> {
  kind: Kind;
  reason: string;
  notBeforeMs: number | null;
}

/** Why a digest is not to be sent any more. */
export type CancelReason =
  'no-account' | 'no-address' | 'unverified' | 'suppressed' | 'paused' | 'nothing-left';

/** `attempt` is that of the claim an outcome belongs to, or that of the digest an obstacle was found for. */
export type DigestEvent = { kind: 'claim' } | ((DigestOutcome | Obstacle) & { attempt: number });

/** `busy`: somebody else is sending it, or it is to wait. `ignored`: the event has no say any more. */
export type Step = { kind: 'moved'; to: DigestProgress } | { kind: 'busy' } | { kind: 'ignored' };

/** Longer than the task function may run, so that a sender whose lease is over is surely gone. */
export const LEASE_MS = 5 * MINUTE_MS;

/** After this a digest is no news any more. */
export const GIVE_UP_AFTER_MS = DAY_MS;

/** A mail whose fate is unknown is sent this many times more. */
export const MAX_TAKEOVERS = 1;

const IGNORED: Step = { kind: 'ignored' };
const BUSY: Step = { kind: 'busy' };

/**
 * A digest that waits for its first claim.
 * @param atMs Before this it is not to be sent; null: at once.
 */
export function queuedProgress(nowMs: number, atMs: number | null = null): DigestProgress {
  return {
    state: 'queued',
    attempt: 0,
    takeovers: 0,
    leaseUntilMs: null,
    notBeforeMs: atMs,
    createdAtMs: atMs ?? nowMs,
    code: null,
    messageId: null,
    finishedAtMs: null,
  };
}

/** What an event does to a digest; a finished one absorbs every event. */
export function step(digest: DigestProgress, event: DigestEvent, nowMs: number): Step {
  if (event.kind === 'claim') return claim(digest, nowMs);
  const { state, attempt } = digest;
  if (attempt !== event.attempt) return IGNORED;
  if (event.kind === 'cancel') return cancel(digest, event.reason, nowMs);
  if (state !== (event.kind === 'postpone' ? 'queued' : 'sending')) return IGNORED;
  switch (event.kind) {
    case 'accepted':
      return finish(digest, { state: 'sent', messageId: event.messageId, code: null }, nowMs);
    case 'rejected':
      return finish(digest, { state: 'failed', code: event.reason }, nowMs);
    case 'unavailable':
    case 'postpone': {
      const { reason: code, notBeforeMs } = event;
      return moved({ ...digest, state: 'queued', leaseUntilMs: null, code, notBeforeMs });
    }
  }
}

function claim(digest: DigestProgress, nowMs: number): Step {
  switch (digest.state) {
    case 'sent':
    case 'failed':
    case 'cancelled':
      return IGNORED;
    case 'sending':
      if (isHeld(digest, nowMs)) return BUSY;
      return digest.takeovers < MAX_TAKEOVERS
        ? send(takenOver(digest), nowMs)
        : finish(digest, { state: 'failed', code: 'outcome-unknown' }, nowMs);
    case 'queued':
      return send(digest, nowMs);
  }
}

function send(digest: DigestProgress, nowMs: number): Step {
  if (nowMs - digest.createdAtMs > GIVE_UP_AFTER_MS) {
    return finish(digest, { state: 'failed', code: 'gave-up' }, nowMs);
  }
  if (nowMs < (digest.notBeforeMs ?? 0)) return BUSY;
  return moved({
    ...digest,
    state: 'sending',
    attempt: digest.attempt + 1,
    leaseUntilMs: nowMs + LEASE_MS,
    notBeforeMs: null,
  });
}

function cancel(digest: DigestProgress, code: CancelReason, nowMs: number): Step {
  const end = { state: 'cancelled', code } as const;
  if (digest.state === 'queued') return finish(digest, end, nowMs);
  if (digest.state !== 'sending' || isHeld(digest, nowMs)) return IGNORED;
  return finish(takenOver(digest), end, nowMs);
}

/** Whether whoever claimed it last may still be at work. */
function isHeld({ leaseUntilMs }: DigestProgress, nowMs: number): boolean {
  return nowMs < (leaseUntilMs ?? 0);
}

function takenOver(digest: DigestProgress): DigestProgress {
  return { ...digest, takeovers: digest.takeovers + 1 };
}

function finish(digest: DigestProgress, end: Partial<DigestProgress>, nowMs: number): Step {
  return moved({ ...digest, ...end, leaseUntilMs: null, notBeforeMs: null, finishedAtMs: nowMs });
}

function moved(to: DigestProgress): Step {
  return { kind: 'moved', to };
}
