/**
 * Who hears a show. `passed`: everybody. `probation`: everybody by search, only its followers by alert,
 * nobody on pages. `followers`: only its followers, as its address was never named in public and may be a
 * secret. `dropped`: nobody; the feed is not fetched.
 */
export const FEED_STATES = ['passed', 'probation', 'followers', 'dropped'] as const;
export type FeedState = (typeof FEED_STATES)[number];
