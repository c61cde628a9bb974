export interface OutgoingMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** ASCII, with `Message-ID`; see `digestHeaders`. */
  headers: Record<string, string>;
  /** Reports about the mail refer to this id. */
  digestId: string;
  uid: string;
}

/**
 * `refused`: the content is refused, but another mail to the address may be accepted. `rejected`: permanent
 * failure, no retry. `unavailable`: certainly not accepted, retry later. `unknown`: possibly accepted.
 * `reason` is a code for the log, without personal data.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unavailable'; retryAfterMs: number | null; reason: string }
  | { kind: 'unknown'; reason: string };

export const SEND_TIMEOUT_MS = 20_000;

export interface Mailer {
  /** Never rejects because of the service; resolves within {@link SEND_TIMEOUT_MS}. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** True if the service responds; checked before a mail with an unknown outcome is retried. */
  isThere(): Promise<boolean>;
}

export interface Sender {
  from: { name: string; address: string };
  timeoutMs: number;
}
