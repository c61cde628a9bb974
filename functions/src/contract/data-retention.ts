// The privacy page shows these numbers: what is kept is removed after them, and no later is promised.

/** Searches of a caller are counted over so many seconds, and the count expires with them. */
export const COUNT_KEPT_SECONDS = 60;

/** Digests, as they were mailed, are kept so many days. */
export const DIGEST_KEPT_DAYS = 30;

/** A person's history of mails goes back so many days. */
export const HISTORY_KEPT_DAYS = 90;

/** Which episodes were told is remembered for so many days, besides the present one. */
export const LEDGER_KEPT_DAYS = 17;

/** The mail service's reports are known by their ids for so many days. */
export const MAIL_EVENT_KEPT_DAYS = 7;
