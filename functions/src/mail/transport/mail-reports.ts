import type { SuppressionReason } from '../suppressions.ts';

/** What a mail service's webhook says, with what belongs to the mails. */
export interface MailEvents {
  /** Those after which an address must not get further mail. */
  suppressing: MailEvent[];
  reports: ReportedDigest[];
}

/** A report that an address rejects mail or wants no more of it. */
export interface MailEvent {
  /** The service's id of the event; a report may be sent several times. */
  id: string;
  email: string;
  reason: SuppressionReason;
  atMs: number;
  digestId: string;
  uid: string;
}

/** What became of a digest's mail after the service was given it. */
export interface ReportedDigest {
  digestId: string;
  uid: string;
  report: DigestReport;
}

/**
 * What the mail service reports later of a mail it took: that it did take it (`taken`), or that the
 * receiving server did not (`returned`): refused for now, never sent, no such address.
 */
export type DigestReport =
  { kind: 'taken' } | { kind: 'returned'; reason: 'blocked' | 'dropped' | 'bounce' };
