/**
 * Visibility of a feed. `public`: everybody; the operator's list or a public directory has it. `followers`: only
 * its followers; people added it, and its address may be secret. `blocked`: nobody; the operator blocked it, and
 * it is not fetched.
 */
export const FEED_STATES = ['public', 'followers', 'blocked'] as const;
export type FeedState = (typeof FEED_STATES)[number];
