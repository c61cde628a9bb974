import type { DigestReport } from '../../delivery/mail/transport/mail-reports.ts';
import type { Mailer, SendOutcome } from '../../delivery/mail/transport/mailer.ts';
import { type DigestOutcome, type Step, step } from './digest-progress.ts';
import { changeBy } from './change-by.ts';
import { claim, type ClaimParts, type DeliveryResult, record } from './claim-digest.ts';
import { type PreparationParts, prepareDigest } from './prepare-digest.ts';

export interface DeliveryParts extends PreparationParts, ClaimParts {
  mailer: Mailer;
}

/**
 * Mails one digest. Idempotent, also concurrently: the digest is claimed right before the request to the mail
 * service. A mail is sent twice only if its sender crashed or got no response before the outcome was stored.
 * After an unknown outcome it is sent again only while the mail service responds.
 */
export async function deliverDigest(parts: DeliveryParts, id: string): Promise<DeliveryResult> {
  const found = await claim(parts, id, { onlyLook: true });
  if (found === 'settled' || found === 'later') return found;
  const prepared = await prepareDigest(parts, id, found);
  if (prepared.kind !== 'ready') {
    return record(parts, id, found, { outcome: prepared, sent: null });
  }
  if (found.takeovers > 0 && !(await parts.mailer.isThere())) {
    const away = { kind: 'postpone', reason: 'mail-service-away', notBeforeMs: null } as const;
    return record(parts, id, found, { outcome: away, sent: null });
  }

  const claimed = await claim(parts, id, { onlyLook: false });
  if (claimed === 'settled' || claimed === 'later') return claimed;
  const { mail, sections } = prepared;
  const answer = await parts.mailer.send(mail);
  const sent = { subject: mail.subject, sections, isPlain: found.isPlain };
  const isRefused = answer.kind === 'refused';
  return record(parts, id, claimed, { outcome: outcomeOf(answer, parts.now()), sent, isRefused });
}

/** Applies a delivery report of the mail service; returns true if the digest changed. Idempotent. */
export async function settleReport(
  { store, now }: Pick<DeliveryParts, 'store' | 'now'>,
  id: string,
  report: DigestReport,
): Promise<boolean> {
  let taken: Step = { kind: 'ignored' };
  await store.changeDigest(id, (found) => {
    taken = step(found, report, now());
    return changeBy(taken, found, { id, channel: null, now });
  });
  return (taken as Step).kind === 'moved';
}

const SHORTEST_WAIT_MS = 10_000;

function outcomeOf(sent: SendOutcome, nowMs: number): DigestOutcome {
  switch (sent.kind) {
    case 'accepted':
    case 'rejected':
    case 'unknown':
      return sent;
    case 'refused':
      return { kind: 'rejected', reason: sent.reason };
    case 'unavailable': {
      const { kind, reason, retryAfterMs } = sent;
      if (retryAfterMs === null) return { kind, reason, notBeforeMs: null };
      return { kind, reason, notBeforeMs: nowMs + Math.max(retryAfterMs, SHORTEST_WAIT_MS) };
    }
  }
}
