/**
 * Ids of the shows that the asking person follows; empty for a visitor. Episodes of a followers-only show are
 * visible only to people who follow it.
 */
export type Follower = readonly string[];

/** The value of the SQL parameter that the conditions of this file take. */
export function followedValue(followed: Follower = []): string {
  return followed.join(' ');
}

/**
 * SQL condition for both engines on a row of `feeds`: the person follows the show. A show that nobody has
 * ever followed has no id.
 */
function isFollowedBy(parameter: string): string {
  return `coalesce(CAST(${parameter} AS text) LIKE '%' || show_id || '%', FALSE)`;
}

/**
 * SQL condition: the feed with this id (an SQL expression) is followers-only. It is looked up for each
 * episode: a list of all such feeds, which people may make long, would have to be read for each search.
 */
export function isForFollowers(id: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND state = 'followers')`;
}

/** SQL condition on a row of `feeds`: the show is followers-only, and the person does not follow it. */
export function isHiddenFrom(parameter: string): string {
  return `state = 'followers' AND NOT ${isFollowedBy(parameter)}`;
}

/** {@link isHiddenFrom} for the feed with this id (an SQL expression). */
export function isFeedHidden(id: string, parameter: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND ${isHiddenFrom(parameter)})`;
}
