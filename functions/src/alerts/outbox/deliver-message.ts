import type {
  ChannelMessage,
  ChannelOutcome,
  ChannelTarget,
} from '../../delivery/channels/channel-message.ts';
import { type AlertFields, type Channel, isAlertIn, MINUTE_MS } from '../../contract/index.ts';
import { digestSubject } from '../../delivery/mail/digest/digest-subject.ts';
import { refusalOf } from '../../platform/http/refusal-of.ts';
import { log } from '../../platform/log.ts';
import type { Standing } from '../../accounts/account-standing.ts';
import { createdAtOf, slotOf } from '../../delivery/links/alert-identity.ts';
import type { TryEnd } from './channel-change.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { CancelReason, DigestOutcome, Obstacle } from './digest-progress.ts';
import { aboutFirst, messageItems } from './message-items.ts';
import { isLastTry, nextTryMs } from './message-tries.ts';
import {
  type Attempt,
  claim,
  type ClaimParts,
  type DeliveryResult,
  record,
} from './claim-digest.ts';
import type { HostShares } from './host-shares.ts';
import { resting } from './resolve-refusal.ts';
import { isChanged, stackOf } from './prepare-digest.ts';

export interface MessageParts extends ClaimParts {
  /** Null if the channel is deleted. */
  findTarget: (
    uid: string,
    channelId: string,
  ) => Promise<{ channel: Channel; target: ChannelTarget } | null>;
  /** Asked first, because it may end channels. */
  standingOf: (uid: string) => Promise<Standing>;
  /** Never rejects because of the receiver: its failures are outcomes. */
  send: (target: ChannelTarget, message: ChannelMessage) => Promise<ChannelOutcome>;
  searchFor: (alert: AlertFields) => string;
  shares: HostShares;
}

/**
 * If a receiver asks for at least this pause, the next try follows right after it. A shorter request can
 * lengthen our own pause, but not shorten it.
 */
const SAYS_WHEN_MS = 5 * MINUTE_MS;

/**
 * Shortest delay, in milliseconds, of a message whose host or person has its full share of requests under way
 * ({@link HostShares}). A delay is up to twice as long, so that messages do not all return together.
 */
const BUSY_FOR_MS = 5000;

/**
 * Sends one message to a channel. The message is claimed right before the request, in a transaction that reads
 * the channel again. Safe to repeat, also concurrently: a message is sent twice only if its sender died or got
 * no answer, and then with the same id.
 */
export async function deliverMessage(parts: MessageParts, id: string): Promise<DeliveryResult> {
  const found = await claim(parts, id, { onlyLook: true });
  if (found === 'settled' || found === 'later') return found;
  const prepared = await prepareMessage(parts, id, found);
  if (prepared.kind !== 'ready') return record(parts, id, found, { outcome: prepared, sent: null });

  const { target, message, sections } = prepared;
  const end = shareOf(parts, target);
  if (end === null) {
    const notBeforeMs = parts.now() + BUSY_FOR_MS * (1 + Math.random());
    const busy = { kind: 'postpone', reason: 'receiver-busy', notBeforeMs } as const;
    return record(parts, id, found, { outcome: busy, sent: null });
  }
  try {
    const claimed = await claim(parts, id, { onlyLook: false });
    if (claimed === 'settled' || claimed === 'later') return claimed;
    const subject = digestSubject({ alerts: sections });
    const sent = await parts.send(target, message);
    const learnt = attemptOf(sent, claimed, parts.now());
    return await record(parts, id, claimed, { ...learnt, sent: { subject, sections } });
  } finally {
    end();
  }
}

function shareOf({ shares }: MessageParts, { kind, uid, url = '' }: ChannelTarget) {
  // A private feed is stored in our own database, so that no host is asked.
  if (kind === 'feed') return () => undefined;
  return shares.take({ host: URL.canParse(url) ? new URL(url).host : '', person: uid });
}

const WITHOUT_STANDING = {
  gone: 'no-account',
  disabled: 'disabled',
  unverified: 'unverified',
} as const satisfies Record<Exclude<Standing, 'verified'>, CancelReason>;

interface ReadyMessage {
  kind: 'ready';
  target: ChannelTarget;
  message: ChannelMessage;
  sections: DigestSection[];
}

/**
 * Reads what is to be sent; writes and sends nothing. If an alert was edited since the planning, the message
 * is cancelled, because the matches of the new query are not known here.
 */
async function prepareMessage(
  { store, findTarget, standingOf, searchFor }: MessageParts,
  id: string,
  { uid, channel: to, slotMs, sections }: Digest,
): Promise<ReadyMessage | Obstacle> {
  if (to === undefined) return { kind: 'cancel', reason: 'channel-gone' };
  try {
    const alertIds = sections.map(({ alertId }) => alertId);
    const standing = await standingOf(uid);
    if (standing !== 'verified') return { kind: 'cancel', reason: WITHOUT_STANDING[standing] };
    const [found, active] = await Promise.all([
      findTarget(uid, to.id),
      store.stillActive(uid, alertIds),
    ]);
    if (found === null) return { kind: 'cancel', reason: 'channel-gone' };
    const { channel, target } = found;
    const wanted = sections.filter(
      ({ alertId }) =>
        active.has(alertId) && isAlertIn(channel, slotOf(alertId), createdAtOf(alertId)),
    );
    if (wanted.length === 0) return { kind: 'cancel', reason: 'nothing-left' };
    if (wanted.some((section) => isChanged(section, active))) {
      return { kind: 'cancel', reason: 'changed' };
    }
    const items = aboutFirst(messageItems(wanted, searchFor));
    const moreCount = wanted.reduce((sum, section) => sum + section.moreCount, 0);
    const message = { id, atMs: slotMs, items, ...(moreCount > 0 && { moreCount }) };
    return { kind: 'ready', target, message, sections: wanted };
  } catch (error) {
    log('error', 'message-not-prepared', { digestId: id, uid, error: stackOf(error) });
    return { kind: 'postpone', reason: 'internal', notBeforeMs: null };
  }
}

/**
 * Reasons in `outcome` are codes for the log and the history; those in `end` are sentences for the channel.
 */
function attemptOf(
  sent: ChannelOutcome,
  claimed: Digest,
  nowMs: number,
): Pick<Attempt, 'outcome' | 'answer' | 'end' | 'refused'> {
  const answer = { status: sent.status, tookMs: sent.tookMs };
  return { answer, ...ended(sent, claimed, nowMs) };
}

function ended(
  sent: ChannelOutcome,
  claimed: Digest,
  nowMs: number,
): { outcome: DigestOutcome; end: TryEnd } & Pick<Attempt, 'refused'> {
  switch (sent.kind) {
    case 'accepted':
      return { outcome: { kind: 'accepted', messageId: '' }, end: { kind: 'accepted' } };
    case 'gone':
      return { outcome: { kind: 'rejected', reason: 'gone' }, end: { kind: 'gone' } };
    case 'unknown':
      return {
        outcome: { kind: 'unknown', reason: 'no-answer' },
        end: { kind: 'failed', reason: sent.reason },
      };
    case 'unavailable': {
      const reason = sent.status === null ? 'unreachable' : `status-${sent.status}`;
      const askedMs = sent.retryAfterMs ? nowMs + sent.retryAfterMs : undefined;
      const end = { kind: 'failed', reason: sent.reason, pausedUntilMs: askedMs } as const;
      const about = sent.status === null ? 'moment' : refusalOf(sent.status);
      const isContent = about === 'content';
      if (isLastTry(claimed)) {
        // If a receiver asks to wait, is unreachable or refuses the address, that says nothing about the
        // message.
        const isDown = sent.status === null || about === 'address' || askedMs !== undefined;
        const refused = isContent ? 'content' : isDown ? undefined : 'at-last';
        return { outcome: { kind: 'rejected', reason }, end, refused };
      }
      const pausedMs = nextTryMs(claimed.attempt, nowMs) ?? nowMs;
      const isAskedLong = (sent.retryAfterMs ?? 0) >= SAYS_WHEN_MS;
      const notBeforeMs = isAskedLong ? (askedMs ?? nowMs) : Math.max(pausedMs, askedMs ?? 0);
      const outcome = { kind: 'unavailable', reason, notBeforeMs } as const;
      if (isContent) return { outcome, end, refused: 'content' };
      return { outcome, end: about === 'address' ? resting(outcome, end, nowMs) : end };
    }
  }
}
