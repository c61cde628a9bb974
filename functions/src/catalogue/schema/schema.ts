import type { Dialect } from './dialect.ts';
import { EPISODE_COLUMNS } from './episode-row.ts';

/**
 * Increase it with every change of the tables of any engine. A catalogue of an older version loses everything except
 * the operator's blocks; the next refresh fills it.
 */
export const SCHEMA_VERSION = 34;

/** First version whose blocks are kept when the tables change. */
export const BLOCKS_SINCE = 24;
/** Run `KEEP_BLOCKS` before the tables are dropped, `RESTORE_BLOCKS` after they are created. */
export const KEEP_BLOCKS = `CREATE TEMPORARY TABLE kept_blocks AS
  SELECT url, title, state_since_ms, state_before_block FROM feeds WHERE state = 'blocked'`;
export const RESTORE_BLOCKS = [
  `INSERT INTO feeds (url, title, state, state_since_ms, state_before_block)
   SELECT url, title, 'blocked', state_since_ms, state_before_block FROM kept_blocks`,
  'DROP TABLE kept_blocks',
];

/** Tables of this and earlier versions, in the order of DROP: referencing tables come first. */
export const STORE_TABLES = [
  'transcripts',
  'chapter_files',
  'copies',
  'text_changes',
  'unheard',
  'first_seen',
  'refreshes',
  'beginning',
  'topic_counts',
  'wake_ups',
  'announcers',
  'episodes',
  'feeds',
];

export function episodeDefinitions({ types }: Dialect): string {
  return EPISODE_COLUMNS.map(
    ({ name, kind, value }) =>
      `${name} ${types[kind]}${value.safeParse(null).success ? '' : ' NOT NULL'}`,
  ).join(', ');
}

/**
 * Tables of both engines. `copies` has the keys of duplicates, so that reading the keys does not read the episodes'
 * texts. Its indexes find the first-seen episode of a key or group without a scan. `text_changes` has the time when a
 * text for alerts was last stored. Triggers write it; it never decreases, even if the clock is put back.
 */
export function storeTables({ types, tableOptions }: Dialect): string[] {
  const { text, integer, digest } = types;
  const attachments = `
    episode_id ${integer} PRIMARY KEY,
    feed_id ${integer} NOT NULL REFERENCES feeds (id),
    sources ${text} NOT NULL,
    wanted_at_ms ${integer} NOT NULL,
    tries ${integer} NOT NULL,
    tried_at_ms ${integer},
    next_try_at_ms ${integer},
    outcome ${text},
    etag ${text},
    last_modified ${text}`;
  return [
    `CREATE TABLE feeds (
      id ${types.newId} PRIMARY KEY,
      -- normalized URL, or path of a file
      url ${text} NOT NULL UNIQUE,
      -- empty until the feed is read
      title ${text} NOT NULL DEFAULT '',
      -- host that is fetched from, for the limit per host
      host ${text} NOT NULL DEFAULT '',
      -- reason to fetch it when due: list (the operator), person (a follower), null (none)
      source ${text},
      -- visibility, see feed-states.ts
      state ${text} NOT NULL DEFAULT 'public',
      -- null if the state never changed
      state_since_ms ${integer},
      -- state that unblocking restores, null unless blocked
      state_before_block ${text},
      -- 1 if the feed forbids services like this one (podcast:block)
      forbids_services ${integer} NOT NULL DEFAULT 0,
      followers ${integer} NOT NULL DEFAULT 0,
      -- 1 if it is fetched at the shortest interval
      followed ${integer} NOT NULL DEFAULT 0,
      -- when followers last changed, by Firestore's clock
      followed_at_ms ${integer},
      -- id in page URLs and in lists of followers, null before it is read or followed
      show_id ${text},
      -- visibility that its followers last saw: 1 public, 0 not, null before
      told_public ${integer},
      -- keys of followers, a JSON array; empty if they are unknown
      sharers ${text} NOT NULL DEFAULT '[]',
      -- key of the follower to whom the episodes of a followers-only show are counted
      payer ${text},
      -- max new episodes a day by the operator's list, null for the usual limit
      new_a_day ${integer},
      -- start of the current 24 hours of new episodes, and their number
      new_since_ms ${integer},
      new_count ${integer} NOT NULL DEFAULT 0,
      -- items of the last reading that limits left out
      left_out ${integer} NOT NULL DEFAULT 0,
      etag ${text},
      last_modified ${text},
      -- start of the last fetch
      last_fetch_at_ms ${integer},
      -- error code of the last fetch, null after a success
      last_failure ${text},
      -- consecutive failed fetches
      failures ${integer} NOT NULL DEFAULT 0,
      next_fetch_at_ms ${integer} NOT NULL DEFAULT 0,
      -- end of the lease of the worker that is fetching it
      lease_until_ms ${integer} NOT NULL DEFAULT 0,
      -- interval before the next fetch
      interval_ms ${integer} NOT NULL DEFAULT 0,
      -- median time between episodes
      gap_ms ${integer},
      newest_at_ms ${integer},
      -- hash of the body that was last stored
      body_hash ${text},
      -- target of permanent redirects
      moved_to ${text},
      -- when redirects first led to moved_to
      moved_at_ms ${integer},
      -- WebSub hub and topic that the feed names, separated by a space
      hub ${text},
      -- the hub and topic last passed to hubSubscriptions, and when
      told_hub ${text},
      told_hub_at_ms ${integer}
    )${tableOptions}`,
    'CREATE INDEX feeds_followed ON feeds (followed_at_ms) WHERE followed_at_ms IS NOT NULL',
    'CREATE INDEX feeds_leased ON feeds (lease_until_ms, host) WHERE lease_until_ms > 0',
    'CREATE INDEX feeds_moved ON feeds (moved_to) WHERE moved_to IS NOT NULL',
    `CREATE INDEX feeds_due ON feeds (next_fetch_at_ms, last_fetch_at_ms, id) WHERE source IS NOT NULL AND state <> 'blocked'`,
    'CREATE INDEX feeds_with_hub ON feeds (id) WHERE hub IS NOT NULL OR told_hub IS NOT NULL',
    'CREATE INDEX feeds_by_state ON feeds (state)',
    'CREATE INDEX feeds_by_payer ON feeds (payer) WHERE payer IS NOT NULL',
    'CREATE INDEX feeds_by_show ON feeds (show_id) WHERE show_id IS NOT NULL',
    `CREATE TABLE first_seen (
      feed_id ${integer} NOT NULL REFERENCES feeds (id),
      identity ${digest} NOT NULL,
      seen_at_ms ${integer} NOT NULL,
      listed_at_ms ${integer} NOT NULL,
      PRIMARY KEY (feed_id, identity)
    )${tableOptions}`,
    `CREATE TABLE refreshes (
      only_row ${integer} PRIMARY KEY CHECK (only_row = 1),
      finished_at_ms ${integer} NOT NULL
    )${tableOptions}`,
    `CREATE TABLE beginning (
      only_row ${integer} PRIMARY KEY CHECK (only_row = 1),
      catalogue ${text} NOT NULL,
      begun_at_ms ${integer} NOT NULL
    )${tableOptions}`,
    `CREATE TABLE topic_counts (
      only_row ${integer} PRIMARY KEY CHECK (only_row = 1),
      counted_at_ms ${integer} NOT NULL,
      counts ${text} NOT NULL
    )${tableOptions}`,
    // `heard_s`: seconds of audio that a machine transcribed; null for a publisher's transcript.
    // `sentences`: hashes of the sentences, 4 bytes each (`repeated-speech.ts`).
    `CREATE TABLE transcripts (${attachments}, spoken ${digest}, heard_s ${integer}, sentences ${digest})${tableOptions}`,
    "CREATE INDEX transcripts_awaited ON transcripts (episode_id) WHERE coalesce(outcome, '') <> 'read'",
    `CREATE TABLE chapter_files (${attachments}, chapters ${text}, chapter_times ${text})${tableOptions}`,
    'CREATE INDEX chapter_files_by_feed ON chapter_files (feed_id)',
    'CREATE INDEX chapter_files_awaited ON chapter_files (episode_id) WHERE chapters IS NULL',
    `CREATE TABLE unheard (
      episode_id ${integer} PRIMARY KEY,
      reason ${text} NOT NULL,
      code ${text}
    )${tableOptions}`,
    `CREATE TABLE copies (
      episode_id ${integer} PRIMARY KEY,
      feed_id ${integer} NOT NULL,
      seen_at_ms ${integer} NOT NULL,
      title_key ${integer},
      length_key ${integer},
      facts_key ${integer},
      show_key ${integer},
      copy_group ${integer}
    )${tableOptions}`,
    `CREATE TABLE text_changes (
      episode_id ${integer} PRIMARY KEY,
      changed_at_ms ${integer} NOT NULL
    )${tableOptions}`,
    'CREATE INDEX text_changes_in_order ON text_changes (changed_at_ms, episode_id)',
    ...['title', 'length', 'facts'].map(
      (key) => `CREATE INDEX copies_by_${key}
        ON copies (${key}_key, seen_at_ms, feed_id, episode_id) WHERE ${key}_key IS NOT NULL`,
    ),
    `CREATE INDEX copies_by_episode ON copies (episode_id, copy_group)
     WHERE copy_group IS NOT NULL`,
    `CREATE INDEX copies_by_group ON copies (copy_group, seen_at_ms, feed_id, episode_id)
     WHERE copy_group IS NOT NULL`,
  ];
}
