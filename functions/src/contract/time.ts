export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours. A day of the calendar may have 23 or 25. */
export const DAY_MS = 24 * HOUR_MS;

/** The last moment a JavaScript `Date` can hold, epoch milliseconds. */
export const MAX_DATE_MS = 8_640_000_000_000_000;
