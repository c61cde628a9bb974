/**
 * Visibility of a feed.
 * - `public`: visible to everybody. The operator's list or a public directory has the feed.
 * - `followers`: visible only to its followers. People added it, and its address may be secret.
 * - `blocked`: visible to nobody. The operator blocked it, and it is not fetched.
 */
export const FEED_STATES = ['public', 'followers', 'blocked'] as const;
export type FeedState = (typeof FEED_STATES)[number];
