export interface OutgoingMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Further headers, ASCII, `Message-ID` among them; see `digestHeaders`. */
  headers: Record<string, string>;
  /** Unique to the digest: what is reported about the mail later is found by it. */
  digestId: string;
  /** Whose digest it is; goes with `digestId`. */
  uid: string;
}

/**
 * What became of a mail. `rejected`: this mail will never be taken, do not repeat it. `unavailable`:
 * it was surely not taken, and nothing was wrong with it; repeat it later. `unknown`: it was perhaps
 * taken. `reason` is a code for the log: no address, no text.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unavailable'; retryAfterMs: number | null; reason: string }
  | { kind: 'unknown'; reason: string };

/** How long a mail may take to be sent, milliseconds; then it is broken off. */
export const SEND_TIMEOUT_MS = 20_000;

/** Hands mails over to whoever delivers them. */
export interface Mailer {
  /** Never throws for what the other side does, and answers within {@link SEND_TIMEOUT_MS}. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
}
