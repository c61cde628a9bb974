import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { DigestReport } from '../../mail/transport/mail-reports.ts';

/**
 * How far a digest is on its way.
 *
 *     queued ──claim──▶ sending ──accepted──▶ sent
 *      │  ▲               │  └──rejected──▶ failed
 *      │  ├──unavailable──┤
 *      │  └──unknown, or lease over──┘
 *      ├─────claim after a day─▶ failed ◀──returned── sent
 *      └─────cancel─────▶ cancelled
 *
 * A claim marks the moment at which the mail is handed over: it is made when the mail is ready, right
 * before the request to the mail service. A sender that dies earlier leaves the digest as it was.
 * Whoever sends holds a lease that outlasts the function's time limit. A lease that ran out means
 * that the sender died while it handed the mail over. Then, and after an answer that says nothing,
 * nobody knows whether the mail went out: it is sent once more, which an outage of the mail service
 * costs at most one copy. If that is not known either, the digest waits for a report of the mail
 * service until it is a day old, and fails; its episodes go into a later digest.
 */
export interface DigestProgress {
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  /** Claims so far; an outcome counts only for the claim it belongs to. */
  attempt: number;
  /** Claims whose outcome nobody knows, {@link MAX_UNKNOWN} at most: above 0, the mail was perhaps sent. */
  takeovers: number;
  /** Until when the sender is to be waited for; null unless `sending`. Epoch milliseconds, as all here. */
  leaseUntilMs: number | null;
  /** Before this it is not to be sent: the mail service asked to wait, or it was spread with others. */
  notBeforeMs: number | null;
  /** When it was made; of one that was spread, the moment from which on it waits for its sender. */
  createdAtMs: number;
  code: string | null;
  messageId: string | null;
  finishedAtMs: number | null;
}

export type DigestOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unknown'; reason: string }
  | Unsent<'unavailable'>;

/** What kept a digest from being claimed, for now or for good. */
export type Obstacle = Unsent<'postpone'> | { kind: 'cancel'; reason: CancelReason };

/** It was surely not sent, and is to be. */
interface Unsent<Kind> {
  kind: Kind;
  reason: string;
  notBeforeMs: number | null;
}

export type CancelReason =
  | 'no-account'
  | 'no-address'
  | 'unverified'
  | 'suppressed'
  | 'paused'
  | 'nothing-left'
  | 'changed'
  | 'less-often';

/** `attempt` is that of the claim an outcome belongs to, or that of the digest an obstacle was found for. */
export type DigestEvent =
  { kind: 'claim' } | DigestReport | ((DigestOutcome | Obstacle) & { attempt: number });

/** `busy`: somebody else is sending it, or it is to wait. `ignored`: the event has no say any more. */
export type Step = { kind: 'moved'; to: DigestProgress } | { kind: 'busy' } | { kind: 'ignored' };

/** Longer than the task function may run, so that a sender whose lease is over is surely gone. */
export const LEASE_MS = 5 * MINUTE_MS;

/** After this a digest fails, and its episodes go into a later one. */
export const GIVE_UP_AFTER_MS = DAY_MS;

/** Claims with an unknown outcome after which a digest is not claimed again. */
export const MAX_UNKNOWN = 2;

/** How long after an answer that says nothing the mail is sent once more. */
export const ASKED_AGAIN_AFTER_MS = 15 * MINUTE_MS;

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

/** What an event does to a digest; a finished one absorbs all but that a sent mail came back. */
export function step(digest: DigestProgress, event: DigestEvent, nowMs: number): Step {
  if (event.kind === 'claim') return claim(digest, nowMs);
  if (event.kind === 'taken' || event.kind === 'returned') return report(digest, event, nowMs);
  const { state, attempt } = digest;
  if (attempt !== event.attempt) return IGNORED;
  if (event.kind === 'cancel') return cancel(digest, event.reason, nowMs);
  if (state !== (event.kind === 'postpone' ? 'queued' : 'sending')) return IGNORED;
  switch (event.kind) {
    case 'accepted':
      return finish(digest, { state: 'sent', messageId: event.messageId, code: null }, nowMs);
    case 'rejected':
      return finish(digest, { state: 'failed', code: event.reason }, nowMs);
    case 'unknown':
      return moved(unknown(digest, event.reason, nowMs + ASKED_AGAIN_AFTER_MS));
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
      return moved(unknown(digest, 'sender-died', null));
    case 'queued':
      return send(digest, nowMs);
  }
}

/** The digest after a claim of which nobody knows what became, to be sent once more at `againAtMs` or at once. */
function unknown(digest: DigestProgress, code: string, againAtMs: number | null): DigestProgress {
  const takeovers = digest.takeovers + 1;
  const notBeforeMs =
    takeovers < MAX_UNKNOWN ? againAtMs : digest.createdAtMs + GIVE_UP_AFTER_MS + 1;
  return { ...digest, state: 'queued', takeovers, code, notBeforeMs, leaseUntilMs: null };
}

function send(digest: DigestProgress, nowMs: number): Step {
  if (nowMs - digest.createdAtMs > GIVE_UP_AFTER_MS) {
    const code = digest.takeovers > 0 ? 'outcome-unknown' : 'gave-up';
    return finish(digest, { state: 'failed', code }, nowMs);
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

function report(digest: DigestProgress, event: DigestReport, nowMs: number): Step {
  const isPerhapsSent =
    digest.state === 'sending' || (digest.state === 'queued' && digest.takeovers > 0);
  if (event.kind === 'taken') {
    return isPerhapsSent ? finish(digest, { state: 'sent', code: null }, nowMs) : IGNORED;
  }
  return isPerhapsSent || digest.state === 'sent'
    ? finish(digest, { state: 'failed', code: event.reason }, nowMs)
    : IGNORED;
}

function cancel(digest: DigestProgress, code: CancelReason, nowMs: number): Step {
  const end = { state: 'cancelled', code } as const;
  if (digest.state === 'queued') return finish(digest, end, nowMs);
  if (digest.state !== 'sending' || isHeld(digest, nowMs)) return IGNORED;
  return finish({ ...digest, takeovers: digest.takeovers + 1 }, end, nowMs);
}

/** Whether whoever claimed it last may still be at work. */
function isHeld({ leaseUntilMs }: DigestProgress, nowMs: number): boolean {
  return nowMs < (leaseUntilMs ?? 0);
}

function finish(digest: DigestProgress, end: Partial<DigestProgress>, nowMs: number): Step {
  return moved({ ...digest, ...end, leaseUntilMs: null, notBeforeMs: null, finishedAtMs: nowMs });
}

function moved(to: DigestProgress): Step {
  return { kind: 'moved', to };
}

/** Whether a digest may still be mailed. One that only waits for a report is not sent again. */
export function isOnItsWay({
  state,
  takeovers,
}: Pick<DigestProgress, 'state' | 'takeovers'>): boolean {
  return state === 'sending' || (state === 'queued' && takeovers < MAX_UNKNOWN);
}
