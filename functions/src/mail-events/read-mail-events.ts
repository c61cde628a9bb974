import * as z from 'zod';
import type { SuppressionReason } from './suppressions.ts';

/** SendGrid sends up to 768 kB in one request. */
export const MAX_EVENTS_BYTES = 1_000_000;

/** Text that can be a document's id: a slash would lead to another document. */
const documentId = z.string().regex(/^(?!\.{1,2}$)[^/]+$/);

/**
 * The fields that are read from an event; the last two are arguments that we attached to the mail.
 */
const eventSchema = z.object({
  event: z.string(),
  email: z.string().min(3).max(320),
  sg_event_id: z.string().min(1).max(200),
  timestamp: z.number().int(),
  type: z.string().optional(),
  reason: z.string().optional(),
  digestId: documentId.max(500),
  uid: documentId.max(128),
});

/** A report that an address rejects mail or wants no more of it. */
export interface MailEvent {
  /** SendGrid's id of the event; a report may be sent several times. */
  id: string;
  email: string;
  reason: SuppressionReason;
  atMs: number;
  digestId: string;
  uid: string;
}

/**
 * Reasons for a dropped mail that concern the address; others, like a used-up quota, concern us.
 */
const DROPPED_FOR_THE_ADDRESS =
  /bounced address|unsubscribed address|spam reporting address|invalid/i;

/**
 * The events in a webhook's body after which an address must not get further mail. All others are
 * left out: successes, deliveries that SendGrid will try again, and mails that are not ours.
 * Returns null for a body that is not a list.
 */
export function readMailEvents(body: Buffer): MailEvent[] | null {
  const list = z.array(z.unknown()).safeParse(parsedJson(body));
  if (!list.success) return null;
  return list.data.flatMap((item) => {
    const event = eventSchema.safeParse(item).data;
    const reason = event && suppressionReason(event);
    if (!reason) return [];
    const { sg_event_id: id, email, timestamp, digestId, uid } = event;
    return [{ id, email, reason, atMs: timestamp * 1000, digestId, uid }];
  });
}

function suppressionReason(event: z.infer<typeof eventSchema>): SuppressionReason | null {
  switch (event.event) {
    case 'bounce':
      // "blocked" is a temporary refusal by the receiving server: full, busy, or suspicious of the
      // sender.
      return event.type === 'blocked' ? null : 'bounce';
    case 'dropped':
      return DROPPED_FOR_THE_ADDRESS.test(event.reason ?? '') ? 'dropped' : null;
    case 'spamreport':
      return 'spamreport';
    case 'unsubscribe':
    case 'group_unsubscribe':
      return 'unsubscribe';
    default:
      return null;
  }
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
