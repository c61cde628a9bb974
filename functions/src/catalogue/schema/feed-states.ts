/**
 * Who finds a feed. `public`: everybody, as the operator's list or a public directory names it. `followers`:
 * only people who follow it, as only people added it and its address may be a secret. `blocked`: nobody, by
 * the operator's decision; it is not fetched.
 */
export const FEED_STATES = ['public', 'followers', 'blocked'] as const;
export type FeedState = (typeof FEED_STATES)[number];
