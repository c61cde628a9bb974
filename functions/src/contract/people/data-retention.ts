// Retention of stored data, shown on the privacy page.

/** Counted searches of a client. */
export const COUNT_KEPT_SECONDS = 60;

export const DIGEST_KEPT_DAYS = 30;

/** The person's history of digests. */
export const HISTORY_KEPT_DAYS = 90;

/** Mailed episodes in the sent log, besides today. */
export const SENT_LOG_KEPT_DAYS = 26;

/** Ids of the mail service's reports. */
export const MAIL_EVENT_KEPT_DAYS = 7;

/** Items that a private feed holds; readers keep what they have read. */
export const MAX_FEED_ITEMS = 100;

/** How long a private feed's address that was replaced or deleted is known, as a hash, to answer 410. */
export const GONE_ADDRESS_KEPT_DAYS = 30;

/** Backups of the database that a deployment has made every day. */
export const BACKUP_KEPT_DAYS = 28;
