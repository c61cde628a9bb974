import type { SuppressionReason } from '../suppressions.ts';

export interface MailEvents {
  /** Events after which the address gets no more mail. */
  suppressing: MailEvent[];
  reports: ReportedDigest[];
}

/** A bounce, a complaint or an unsubscription. */
export interface MailEvent {
  /** The service's event id; an event may be reported several times. */
  id: string;
  email: string;
  reason: SuppressionReason;
  atMs: number;
  digestId: string;
  uid: string;
}

export interface ReportedDigest {
  digestId: string;
  uid: string;
  report: DigestReport;
}

/** `returned`: refused for now (`blocked`), never sent (`dropped`), or refused for good (`bounce`). */
export type DigestReport =
  { kind: 'taken' } | { kind: 'returned'; reason: 'blocked' | 'dropped' | 'bounce' };

/** A request of a mail service to its webhook. */
export interface MailReport {
  /** Raw bytes: the signature covers them. */
  body: Buffer;
  /** Returns the header of this name, whose case is ignored; undefined if absent. */
  header: (name: string) => string | undefined;
}
