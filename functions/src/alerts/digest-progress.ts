/**
 * How far a digest is on its way.
 *
 *     queued ──claim──▶ sending ──accepted──▶ sent
 *        ▲                │  │ ├──rejected──▶ failed
 *        └──unavailable───┘  │ └──cancel────▶ cancelled
 *                            └─claim, lease over─▶ sending (once), then failed
 *
 * Whoever sends holds a lease that outlasts the function's time limit. A lease that ran out means
 * that the sender died, or did not hear, and nobody knows whether the mail went out: then it is sent
 * once more, and no third time.
 */
export interface DigestProgress {
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  /** Claims so far; an outcome counts only for the claim it belongs to. */
  attempt: number;
  /** Claims whose outcome nobody knows. */
  takeovers: number;
  /** Until when the sender is to be waited for; null unless `sending`. Epoch milliseconds, as all here. */
  leaseUntilMs: number | null;
  createdAtMs: number;
  /** Why it failed, was cancelled or could not be sent yet. */
  code: string | null;
  /** What the mail service calls it. */
  messageId: string | null;
  finishedAtMs: number | null;
}

export type DigestOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; code: string }
  | { kind: 'unavailable'; code: string }
  | { kind: 'cancel'; reason: CancelReason };

/** Why a digest is not to be sent any more. */
export type CancelReason =
  'no-account' | 'no-address' | 'unverified' | 'suppressed' | 'paused' | 'nothing-left';

export type DigestEvent = { kind: 'claim' } | (DigestOutcome & { attempt: number });

/** `busy`: somebody else is sending it. `ignored`: the event has no say any more. */
export type Step = { kind: 'moved'; to: DigestProgress } | { kind: 'busy' } | { kind: 'ignored' };

/** Longer than the task function may run, so that a sender whose lease is over is surely gone. */
export const LEASE_MS = 5 * 60_000;

/** After this a digest is no news any more. */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/** A mail whose fate is unknown is sent this many times more. */
export const MAX_TAKEOVERS = 1;

/** A digest that waits for its first claim. */
export function queuedProgress(nowMs: number): DigestProgress {
  return {
    state: 'queued',
    attempt: 0,
    takeovers: 0,
    leaseUntilMs: null,
    createdAtMs: nowMs,
    code: null,
    messageId: null,
    finishedAtMs: null,
  };
}

/** What an event does to a digest; a finished one absorbs every event. */
export function step(digest: DigestProgress, event: DigestEvent, nowMs: number): Step {
  if (event.kind === 'claim') return claim(digest, nowMs);
  if (digest.state !== 'sending' || digest.attempt !== event.attempt) return { kind: 'ignored' };
  switch (event.kind) {
    case 'accepted':
      return finish(digest, { state: 'sent', messageId: event.messageId, code: null }, nowMs);
    case 'rejected':
      return finish(digest, { state: 'failed', code: event.code }, nowMs);
    case 'cancel':
      return finish(digest, { state: 'cancelled', code: event.reason }, nowMs);
    case 'unavailable':
      return moved({ ...digest, state: 'queued', leaseUntilMs: null, code: event.code });
  }
}

function claim(digest: DigestProgress, nowMs: number): Step {
  switch (digest.state) {
    case 'sent':
    case 'failed':
    case 'cancelled':
      return { kind: 'ignored' };
    case 'sending':
      if (nowMs < (digest.leaseUntilMs ?? 0)) return { kind: 'busy' };
      if (digest.takeovers >= MAX_TAKEOVERS) {
        return finish(digest, { state: 'failed', code: 'outcome-unknown' }, nowMs);
      }
      return send({ ...digest, takeovers: digest.takeovers + 1 }, nowMs);
    case 'queued':
      return send(digest, nowMs);
  }
}

function send(digest: DigestProgress, nowMs: number): Step {
  if (nowMs - digest.createdAtMs > GIVE_UP_AFTER_MS) {
    return finish(digest, { state: 'failed', code: 'gave-up' }, nowMs);
  }
  return moved({
    ...digest,
    state: 'sending',
    attempt: digest.attempt + 1,
    leaseUntilMs: nowMs + LEASE_MS,
  });
}

function finish(digest: DigestProgress, end: Partial<DigestProgress>, nowMs: number): Step {
  return moved({ ...digest, ...end, leaseUntilMs: null, finishedAtMs: nowMs });
}

function moved(to: DigestProgress): Step {
  return { kind: 'moved', to };
}
