/** Covers this week and the week before; days are in UTC. */
export const COUNTED_DAYS = 14;

/** Path of a topic's page → mentions per day, oldest first. Topics that could not be counted are absent. */
export type TopicCounts = Readonly<Record<string, readonly number[]>>;
