// How long data is kept. The privacy page shows these numbers.

/** A caller's searches are counted over this many seconds; the count expires with them. */
export const COUNT_KEPT_SECONDS = 60;

/** Days that a digest is kept as it was mailed. */
export const DIGEST_KEPT_DAYS = 30;

/** Days that a person's history of mails goes back. */
export const HISTORY_KEPT_DAYS = 90;

/** Days that mailed episodes are remembered, besides today. */
export const SENT_LOG_KEPT_DAYS = 26;

/** Days that the ids of the mail service's reports are remembered. */
export const MAIL_EVENT_KEPT_DAYS = 7;
