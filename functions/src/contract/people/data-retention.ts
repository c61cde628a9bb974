// Retention of stored data, shown on the privacy page.

/** How long a client's search counters are kept. */
export const COUNT_KEPT_SECONDS = 60;

export const DIGEST_KEPT_DAYS = 30;

export const HISTORY_KEPT_DAYS = 90;

/** How long matches of alerts are kept. */
export const MATCHES_KEPT_DAYS = 365;

/** How long a shared moment is kept. */
export const MOMENTS_KEPT_DAYS = 365;

/** Days of the sent log that are kept besides today. */
export const SENT_LOG_KEPT_DAYS = 26;

/** How long event ids of the mail service are kept. */
export const MAIL_EVENT_KEPT_DAYS = 7;

/** Max items of a private feed. Older ones may go, because feed readers store items that they have read. */
export const MAX_FEED_ITEMS = 100;

/** How long hashes of replaced or deleted private feed addresses are kept, so that these addresses answer 410. */
export const GONE_ADDRESS_KEPT_DAYS = 30;

/** How long a followed feed's address is kept after its last follower left. By then, no refresh fetches it any more. */
export const SHOW_KEPT_DAYS = 60;

/** How long daily database backups are kept, if a deployment makes them. */
export const BACKUP_KEPT_DAYS = 28;
