/** The shows that a person follows, as ids, for whom others are hidden; nobody's for a stranger. */
export type Follower = readonly string[];

/** The value of the parameter that the conditions of this file read. */
export function followedValue(followed: Follower = []): string {
  return followed.join(' ');
}

/**
 * SQL for both engines: of a row of `feeds`, whether the person follows the show. Only shows that somebody has
 * followed have an id; without one, nobody does.
 */
export function isFollowedBy(parameter: string): string {
  return `coalesce(CAST(${parameter} AS text) LIKE '%' || show_id || '%', FALSE)`;
}

/**
 * Whether only its followers hear the feed with an id. Looked up for each episode: a list of such feeds would be
 * read for each search, and people make it long.
 */
export function isForFollowers(id: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND state = 'followers')`;
}

/** Of a row of `feeds`: whether the person must not hear of the show, which others have brought. */
export function isHiddenFrom(parameter: string): string {
  return `state = 'followers' AND NOT ${isFollowedBy(parameter)}`;
}

/** The same of the feed with an id. */
export function isFeedHidden(id: string, parameter: string): string {
  return `EXISTS (SELECT 1 FROM feeds WHERE feeds.id = ${id} AND ${isHiddenFrom(parameter)})`;
}
