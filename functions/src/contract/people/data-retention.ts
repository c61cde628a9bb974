// Retention of stored data. The privacy page shows these numbers.

/** The window in which a client's searches are counted. */
export const COUNT_KEPT_SECONDS = 60;

/** Digests as mailed. */
export const DIGEST_KEPT_DAYS = 30;

/** A person's history of mails. */
export const HISTORY_KEPT_DAYS = 90;

/** Mailed episodes in the sent log, besides today. */
export const SENT_LOG_KEPT_DAYS = 26;

/** Ids of the mail service's reports. */
export const MAIL_EVENT_KEPT_DAYS = 7;
