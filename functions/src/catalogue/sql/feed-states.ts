/**
 * Who hears a show. `passed`: everybody. `probation`: everybody by search; only its followers by alert, nobody on pages.
 * `followers`: they alone, because nobody public has named its address, which may be a secret. `dropped`: nobody;
 * it is not asked.
 */
export const FEED_STATES = ['passed', 'probation', 'followers', 'dropped'] as const;
export type FeedState = (typeof FEED_STATES)[number];
