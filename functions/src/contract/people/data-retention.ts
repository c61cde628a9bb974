// Retention of stored data, shown on the privacy page.

/** Counters of a client's searches. */
export const COUNT_KEPT_SECONDS = 60;

export const DIGEST_KEPT_DAYS = 30;

/** A person's history of digests and messages. */
export const HISTORY_KEPT_DAYS = 90;

/** Episodes in the sent log, in addition to today's. */
export const SENT_LOG_KEPT_DAYS = 26;

/** Ids of the mail service's reports. */
export const MAIL_EVENT_KEPT_DAYS = 7;

/** Maximum number of items in a private feed; feed readers keep the items that they have read. */
export const MAX_FEED_ITEMS = 100;

/** Hashes of replaced or deleted addresses of private feeds, which answer 410. */
export const GONE_ADDRESS_KEPT_DAYS = 30;

/** Daily backups of the database, if a deployment makes them. */
export const BACKUP_KEPT_DAYS = 28;
