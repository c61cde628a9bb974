import * as z from 'zod';
import { parseJson } from '../../../platform/parse-json.ts';
import type { SuppressionReason } from '../suppressions.ts';
import type { DigestReport, MailEvents, MailReport } from './mail-reports.ts';
import { isSignedReport } from './sendgrid-signature.ts';

/** Accepts only valid Firestore document ids, because a slash would change the path. */
const documentId = z
  .string()
  .regex(/^(?!\.{1,2}$|__.*__$)[^/]+$/)
  .refine((id) => Buffer.byteLength(id) <= 1500 && id.isWellFormed());

/** Year 9999, the maximum of a Firestore timestamp. */
const LATEST_SECONDS = 253_402_300_799;

/** `digestId` and `uid` are custom arguments of our mails. */
const eventSchema = z.object({
  event: z.string(),
  email: z.string().min(3).max(320),
  sg_event_id: z.string().min(1).max(200),
  timestamp: z.number().int().min(0).max(LATEST_SECONDS),
  type: z.string().optional(),
  reason: z.string().optional(),
  digestId: documentId.max(500),
  uid: documentId.max(128),
});

/** Matches reasons for a dropped mail that concern the address. Others, such as a used-up quota, do not. */
const DROPPED_FOR_THE_ADDRESS =
  /bounced address|unsubscribed address|spam reporting address|invalid/i;

/** Returns null if the body is not a list, false if SendGrid did not sign the report. */
export function readSendgridReport(
  { body, header }: MailReport,
  key: string | undefined,
  now: number,
): MailEvents | null | false {
  const report = {
    body,
    signature: header('X-Twilio-Email-Event-Webhook-Signature') ?? '',
    timestamp: header('X-Twilio-Email-Event-Webhook-Timestamp') ?? '',
  };
  if (key === undefined || !isSignedReport(report, key, now)) return false;
  return readSendgridEvents(body);
}

/** Skips delays, which SendGrid retries, and mails that are not ours. Returns null if the body is not a list. */
export function readSendgridEvents(body: Buffer): MailEvents | null {
  const list = z.array(z.unknown()).safeParse(parseJson(body));
  if (!list.success) return null;
  const events: MailEvents = { suppressing: [], reports: [] };
  for (const item of list.data) {
    const event = eventSchema.safeParse(item).data;
    if (event === undefined) continue;
    const { sg_event_id: id, email, timestamp, digestId, uid } = event;
    const reason = suppressionReason(event);
    if (reason !== null) {
      events.suppressing.push({ id, email, reason, atMs: timestamp * 1000, digestId, uid });
    }
    const report = reportIn(event);
    if (report !== null) events.reports.push({ digestId, uid, report });
  }
  return events;
}

function suppressionReason(event: z.infer<typeof eventSchema>): SuppressionReason | null {
  switch (event.event) {
    case 'bounce':
      return isOfAddress(event) ? 'bounce' : null;
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

/**
 * False for "blocked", a temporary refusal by a server that is full, busy or suspicious of the sender, and for other
 * types, such as "expired". SendGrid drops later mails to an address that is really dead, and reports that.
 */
function isOfAddress({ type = 'bounce' }: z.infer<typeof eventSchema>): boolean {
  return type.toLowerCase() === 'bounce';
}

function reportIn(event: z.infer<typeof eventSchema>): DigestReport | null {
  switch (event.event) {
    case 'processed':
    case 'delivered':
      return { kind: 'taken' };
    case 'bounce':
      return { kind: 'returned', reason: isOfAddress(event) ? 'bounce' : 'blocked' };
    case 'dropped':
      return { kind: 'returned', reason: 'dropped' };
    default:
      return null;
  }
}
