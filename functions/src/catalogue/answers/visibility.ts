/** Ids of the shows that the user follows; empty for a visitor. */
export type Follower = readonly string[];

/** Value of the SQL `parameter` of the conditions below. */
export function followedValue(followed: Follower = []): string {
  return followed.join(' ');
}

/** SQL condition on a row of `feeds`. `show_id` may be null, which counts as not followed. */
function isFollowedBy(parameter: string): string {
  return `coalesce(CAST(${parameter} AS text) LIKE '%' || show_id || '%', FALSE)`;
}

/**
 * SQL condition: the feed with this id (an expression) is followers-only. It runs per episode, because every search
 * would have to read a list of all such feeds, which grows with the feeds that people add.
 */
export function isForFollowers(id: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND state = 'followers')`;
}

/** SQL condition on a row of `feeds`: the show is followers-only, and the user does not follow it. */
export function isHiddenFrom(parameter: string): string {
  return `state = 'followers' AND NOT ${isFollowedBy(parameter)}`;
}

/** {@link isHiddenFrom} for a feed id (an SQL expression). */
export function isFeedHidden(id: string, parameter: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND ${isHiddenFrom(parameter)})`;
}
