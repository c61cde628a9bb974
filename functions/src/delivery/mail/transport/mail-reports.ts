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

/** `blocked`: refused temporarily. `bounce`: refused permanently. `dropped`: never sent. */
export type DigestReport =
  { kind: 'taken' } | { kind: 'returned'; reason: 'blocked' | 'dropped' | 'bounce' };

export interface MailReport {
  /** Raw bytes, because the signature covers them. */
  body: Buffer;
  /** Returns undefined if the header is absent. Ignores the case of its name. */
  header: (name: string) => string | undefined;
}
