export interface OutgoingMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Further headers, ASCII, `Message-ID` among them; see `digestHeaders`. */
  headers: Record<string, string>;
  /** Unique to the digest; later reports about the mail refer to it. */
  digestId: string;
  /** Whose digest it is; goes with `digestId`. */
  uid: string;
}

/**
 * What became of a mail. `rejected`: it will never be accepted; do not send it again.
 * `unavailable`: it was certainly not accepted, through no fault of its own; send it again later.
 * `unknown`: it may have been accepted. `reason` is a code for the log, without address or text.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unavailable'; retryAfterMs: number | null; reason: string }
  | { kind: 'unknown'; reason: string };

/** Time limit for sending a mail, milliseconds; then it is aborted. */
export const SEND_TIMEOUT_MS = 20_000;

/** Hands mails to the service that delivers them. */
export interface Mailer {
  /** Never throws for anything the service does, and resolves within {@link SEND_TIMEOUT_MS}. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /**
   * Whether the service answers at all; asked before a mail is sent again of which nobody knows whether
   * the service has it. Sends nothing, never throws, and resolves within {@link SEND_TIMEOUT_MS}.
   */
  isThere(): Promise<boolean>;
}
