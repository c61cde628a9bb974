import type { SuppressionReason } from '../suppressions.ts';

export interface MailEvents {
  suppressing: MailEvent[];
  reports: ReportedDigest[];
}

export interface MailEvent {
  /** The service's event id. An event can be reported several times. */
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

/** `returned`: refused temporarily (`blocked`), never sent (`dropped`), or refused permanently (`bounce`). */
export type DigestReport =
  { kind: 'taken' } | { kind: 'returned'; reason: 'blocked' | 'dropped' | 'bounce' };

export interface MailReport {
  /** Raw bytes: the signature covers them. */
  body: Buffer;
  /** Ignores the case of the name; undefined if absent. */
  header: (name: string) => string | undefined;
}
