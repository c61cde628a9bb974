import type {
  ChannelMessage,
  ChannelOutcome,
  ChannelTarget,
} from '../../delivery/channels/channel-message.ts';
import { type Channel, isAlertIn } from '../../contract/index.ts';
import { digestSubject } from '../../delivery/mail/digest/digest-subject.ts';
import { refusalOf } from '../../platform/http/service-response.ts';
import { log } from '../../platform/log.ts';
import type { Standing } from '../../accounts/account-standing.ts';
import { createdAtOf, slotOf } from '../../delivery/links/alert-identity.ts';
import { withoutBlockedEpisodes } from './blocked-matches.ts';
import type { TryEnd } from './channel-change.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { CancelReason, Obstacle } from './digest-progress.ts';
import { aboutFirst, messageItems } from './message-items.ts';
import { plainSections } from './plain-form.ts';
import {
  type Attempt,
  claim,
  type ClaimParts,
  type DeliveryResult,
  record,
} from './claim-digest.ts';
import { isChanged, stackOf } from './deliver-digest.ts';

export interface MessageParts extends ClaimParts {
  findTarget: (
    uid: string,
    channelId: string,
  ) => Promise<{ channel: Channel; target: ChannelTarget } | null>;
  /** Called first, because it may switch channels off. */
  standingOf: (uid: string) => Promise<Standing>;
  /** Never rejects: failures of the receiver are outcomes. */
  send: (target: ChannelTarget, message: ChannelMessage) => Promise<ChannelOutcome>;
  siteUrl: string;
}

/**
 * Idempotent, also concurrently: claims the message right before the request, in a transaction that rereads
 * the channel. A message is sent twice only if its sender crashed or got no response, and then with the same
 * id. The plain form has its own id, because a receiver may remember the refused id.
 */
export async function deliverMessage(parts: MessageParts, id: string): Promise<DeliveryResult> {
  const found = await claim(parts, id, { onlyLook: true });
  if (found === 'settled' || found === 'later') return found;
  const prepared = await prepareMessage(parts, id, found);
  if (prepared.kind !== 'ready') return record(parts, id, found, { outcome: prepared, sent: null });

  const { target, message, sections } = prepared;
  const claimed = await claim(parts, id, { onlyLook: false });
  if (claimed === 'settled' || claimed === 'later') return claimed;
  const subject = digestSubject({ alerts: sections });
  const answer = await parts.send(target, message);
  const sent = { subject, sections, isPlain: found.isPlain };
  return record(parts, id, claimed, { ...attemptOf(answer, parts.now()), sent });
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

/** An edited alert cancels the message, because matches of the new query are unknown here. */
async function prepareMessage(
  { store, findTarget, standingOf, siteUrl, blockedShows }: MessageParts,
  id: string,
  { uid, channel: to, slotMs, sections, isPlain, facts }: Digest,
): Promise<ReadyMessage | Obstacle> {
  if (to === undefined) return { kind: 'cancel', reason: 'channel-gone' };
  try {
    const alertIds = sections.map(({ alertId }) => alertId);
    const standing = await standingOf(uid);
    if (standing !== 'verified') return { kind: 'cancel', reason: WITHOUT_STANDING[standing] };
    const [found, blocked, active] = await Promise.all([
      findTarget(uid, to.id),
      blockedShows(),
      store.stillActive(uid, alertIds),
    ]);
    if (found === null) return { kind: 'cancel', reason: 'channel-gone' };
    const { channel, target } = found;
    const chosen = sections.filter(
      ({ alertId }) =>
        active.has(alertId) && isAlertIn(channel, slotOf(alertId), createdAtOf(alertId)),
    );
    const wanted = withoutBlockedEpisodes(chosen, facts, blocked);
    if (wanted.length === 0) return { kind: 'cancel', reason: 'nothing-left' };
    if (wanted.some((section) => isChanged(section, active))) {
      return { kind: 'cancel', reason: 'changed' };
    }
    const written = isPlain ? plainSections(wanted, siteUrl, facts) : wanted;
    const items = aboutFirst(messageItems(written, siteUrl));
    const moreCount = wanted.reduce((sum, section) => sum + section.moreCount, 0);
    const message = {
      id: isPlain ? `${id}-plain` : id,
      atMs: slotMs,
      items,
      ...(moreCount > 0 && { moreCount }),
      ...(isPlain && { isPlain: true as const }),
    };
    return { kind: 'ready', target, message, sections: wanted };
  } catch (error) {
    log('error', 'message-not-prepared', { digestId: id, uid, error: stackOf(error) });
    return { kind: 'postpone', reason: 'internal', notBeforeMs: null };
  }
}

/** Reasons in `outcome` are codes for log and history. Reasons in `end` are sentences for the owner. */
function attemptOf(
  { status, tookMs, ...sent }: ChannelOutcome,
  nowMs: number,
): Pick<Attempt, 'outcome' | 'answer' | 'isRefused'> & { end: TryEnd } {
  const answer = { status, tookMs };
  switch (sent.kind) {
    case 'accepted':
      return {
        answer,
        outcome: { kind: 'accepted', messageId: '' },
        end: { kind: 'accepted' },
      };
    case 'gone':
      return {
        answer,
        outcome: { kind: 'rejected', reason: 'gone' },
        end: { kind: 'gone', reason: sent.reason },
      };
    case 'unknown':
      return {
        answer,
        outcome: { kind: 'unknown', reason: 'no-answer' },
        end: { kind: 'failed', reason: sent.reason, isUnknown: true },
      };
    case 'unavailable': {
      const reason = status === null ? 'unreachable' : `status-${status}`;
      const askedUntilMs = sent.retryAfterMs === null ? undefined : nowMs + sent.retryAfterMs;
      const end = { kind: 'failed', reason: sent.reason, askedUntilMs } as const;
      if (status !== null && refusalOf(status) === 'content') {
        return { answer, outcome: { kind: 'rejected', reason }, end, isRefused: true };
      }
      return { answer, outcome: { kind: 'unavailable', reason, notBeforeMs: nowMs }, end };
    }
  }
}
