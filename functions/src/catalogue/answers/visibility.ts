/** Ids of the shows that the person follows; empty for a visitor. */
export type Follower = readonly string[];

/** Value of the SQL parameter of the conditions below. */
export function followedValue(followed: Follower = []): string {
  return followed.join(' ');
}

/** Condition on a row of `feeds`; `show_id` may be null. */
function isFollowedBy(parameter: string): string {
  return `coalesce(CAST(${parameter} AS text) LIKE '%' || show_id || '%', FALSE)`;
}

/**
 * Condition on the id of a feed (an SQL expression): the feed is followers-only. Evaluated per episode: a list of
 * all such feeds grows with the feeds that people add, and every search would read it.
 */
export function isForFollowers(id: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND state = 'followers')`;
}

/** Condition on a row of `feeds`: the show is followers-only, and the person does not follow it. */
export function isHiddenFrom(parameter: string): string {
  return `state = 'followers' AND NOT ${isFollowedBy(parameter)}`;
}

/** {@link isHiddenFrom} for the id of a feed (an SQL expression). */
export function isFeedHidden(id: string, parameter: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND ${isHiddenFrom(parameter)})`;
}
