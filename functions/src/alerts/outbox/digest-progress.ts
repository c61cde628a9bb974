import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { DigestReport } from '../../delivery/mail/transport/mail-reports.ts';

/**
 * State machine of a digest.
 *
 *     queued ──claim──▶ sending ──accepted──▶ sent
 *      │  ▲               │  └──rejected──▶ failed
 *      │  ├──unavailable──┤
 *      │  └──unknown, or lease over──┘
 *      ├─────claim after a day─▶ failed ◀──returned── sent
 *      └─────cancel─────▶ cancelled
 *
 * A sender claims a digest right before it calls the mail service. Its lease outlasts the function's timeout,
 * so an expired lease means that the sender crashed during the call. After that, or after an ambiguous
 * response, nobody knows whether the mail was sent. It is sent once more: an outage causes at most one
 * duplicate. After a second unknown outcome the digest waits for a report of the mail service. It fails after a
 * day, and its episodes go into a later digest.
 */
export interface DigestProgress {
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  /** Number of claims. Outcomes of earlier claims are ignored. */
  attempt: number;
  /** Claims with an unknown outcome, at most {@link MAX_UNKNOWN}. Above 0, the mail may have been sent. */
  takeovers: number;
  leaseUntilMs: number | null;
  /** Earliest attempt, epoch milliseconds. Set by a pause of the mail service, or to spread digests. */
  notBeforeMs: number | null;
  /** The scheduled time if the digest is spread. */
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

/** Why a digest was not claimed: temporarily (`postpone`) or permanently (`cancel`). */
export type Obstacle = Unsent<'postpone'> | { kind: 'cancel'; reason: CancelReason };

interface Unsent<Kind> {
  kind: Kind;
  reason: string;
  notBeforeMs: number | null;
}

export type CancelReason =
  | 'no-account'
  | 'disabled'
  | 'no-address'
  | 'unverified'
  | 'suppressed'
  | 'paused'
  | 'nothing-left'
  | 'changed'
  | 'channel-off'
  | 'channel-gone';

export type DigestEvent =
  { kind: 'claim' } | DigestReport | ((DigestOutcome | Obstacle) & { attempt: number });

/** `busy` if another sender has the lease or it is too early. `ignored` if the event is obsolete. */
export type Step = { kind: 'moved'; to: DigestProgress } | { kind: 'busy' } | { kind: 'ignored' };

/** Exceeds the task function's timeout, so that the sender has ended when the lease expires. */
export const LEASE_MS = 5 * MINUTE_MS;

export const GIVE_UP_AFTER_MS = DAY_MS;

export const MAX_UNKNOWN = 2;

export const ASKED_AGAIN_AFTER_MS = 15 * MINUTE_MS;

export interface TryRules {
  isOver(digest: DigestProgress, nowMs: number): boolean;
  /**
   * Time of the next attempt after an unknown outcome, epoch milliseconds; null for immediately.
   * `digest.takeovers` includes that outcome. `againAtMs` is the default.
   */
  afterUnknown(digest: DigestProgress, againAtMs: number | null): number | null;
}

/** After two unknown outcomes a mail is not sent again. The digest waits for a report of the mail service. */
const MAIL_TRIES: TryRules = {
  isOver: ({ createdAtMs }, nowMs) => nowMs - createdAtMs > GIVE_UP_AFTER_MS,
  afterUnknown: ({ takeovers, createdAtMs }, againAtMs) =>
    takeovers < MAX_UNKNOWN ? againAtMs : createdAtMs + GIVE_UP_AFTER_MS + 1,
};

const IGNORED: Step = { kind: 'ignored' };
const BUSY: Step = { kind: 'busy' };

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

/** Settled digests ignore all events, except that a sent mail may bounce. */
export function step(
  digest: DigestProgress,
  event: DigestEvent,
  nowMs: number,
  rules: TryRules = MAIL_TRIES,
): Step {
  if (event.kind === 'claim') return claim(digest, nowMs, rules);
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
      return moved(unknown(digest, event.reason, nowMs + ASKED_AGAIN_AFTER_MS, rules));
    case 'unavailable':
    case 'postpone': {
      const { reason: code, notBeforeMs } = event;
      return moved({ ...digest, state: 'queued', leaseUntilMs: null, code, notBeforeMs });
    }
  }
}

function claim(digest: DigestProgress, nowMs: number, rules: TryRules): Step {
  switch (digest.state) {
    case 'sent':
    case 'failed':
    case 'cancelled':
      return IGNORED;
    case 'sending':
      if (isHeld(digest, nowMs)) return BUSY;
      return moved(unknown(digest, 'sender-died', null, rules));
    case 'queued':
      return send(digest, nowMs, rules);
  }
}

function unknown(
  digest: DigestProgress,
  code: string,
  againAtMs: number | null,
  rules: TryRules,
): DigestProgress {
  const counted = { ...digest, takeovers: digest.takeovers + 1 };
  const notBeforeMs = rules.afterUnknown(counted, againAtMs);
  return { ...counted, state: 'queued', code, notBeforeMs, leaseUntilMs: null };
}

function send(digest: DigestProgress, nowMs: number, rules: TryRules): Step {
  if (rules.isOver(digest, nowMs)) {
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

function isHeld({ leaseUntilMs }: DigestProgress, nowMs: number): boolean {
  return nowMs < (leaseUntilMs ?? 0);
}

function finish(digest: DigestProgress, end: Partial<DigestProgress>, nowMs: number): Step {
  return moved({ ...digest, ...end, leaseUntilMs: null, notBeforeMs: null, finishedAtMs: nowMs });
}

function moved(to: DigestProgress): Step {
  return { kind: 'moved', to };
}

/** False for settled digests, and for digests that only wait for a report of the mail service. */
export function isOnItsWay({
  state,
  takeovers,
}: Pick<DigestProgress, 'state' | 'takeovers'>): boolean {
  return state === 'sending' || (state === 'queued' && takeovers < MAX_UNKNOWN);
}
