// Retention of stored data, shown on the privacy page.

/** Search counters of a client. */
export const COUNT_KEPT_SECONDS = 60;

export const DIGEST_KEPT_DAYS = 30;

export const HISTORY_KEPT_DAYS = 90;

/** Days of the sent log besides today. */
export const SENT_LOG_KEPT_DAYS = 26;

/** Event ids of the mail service. */
export const MAIL_EVENT_KEPT_DAYS = 7;

/** Max items of a private feed; feed readers store items that they have read. */
export const MAX_FEED_ITEMS = 100;

/** Hashes of replaced or deleted private feed addresses, which answer 410. */
export const GONE_ADDRESS_KEPT_DAYS = 30;

/** Daily database backups, if a deployment makes them. */
export const BACKUP_KEPT_DAYS = 28;
