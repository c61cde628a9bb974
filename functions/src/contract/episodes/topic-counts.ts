/** Days of a topic's counts: this week and the one before, in UTC. */
export const COUNTED_DAYS = 14;

/**
 * Mentions a day of the site's topics in the last `COUNTED_DAYS`, oldest day first, by the path of their pages. A topic
 * that could not be counted is missing.
 */
export type TopicCounts = Readonly<Record<string, readonly number[]>>;
