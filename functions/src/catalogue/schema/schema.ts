import type { Dialect } from './dialect.ts';
import { EPISODE_COLUMNS } from './episode-row.ts';

/**
 * To be increased with every change of the tables of any engine. An older catalogue is replaced by
 * an empty one, which keeps its blocks alone and which the next refresh fills.
 */
export const SCHEMA_VERSION = 27;

/** From this version on, blocks of the operator outlive a change of the tables. */
export const BLOCKS_SINCE = 24;
/** Statements before the tables are dropped, and after they are created. */
export const KEEP_BLOCKS = `CREATE TEMPORARY TABLE kept_blocks AS
  SELECT url, title, state_since_ms, state_before_block FROM feeds WHERE state = 'blocked'`;
export const RESTORE_BLOCKS = [
  `INSERT INTO feeds (url, title, state, state_since_ms, state_before_block)
   SELECT url, title, 'blocked', state_since_ms, state_before_block FROM kept_blocks`,
  'DROP TABLE kept_blocks',
];

/** All tables of this version and of earlier ones, which a new catalogue drops; referring tables first. */
export const STORE_TABLES = [
  'transcripts',
  'chapter_files',
  'copies',
  'text_changes',
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
 * Tables of both engines. `copies` holds the keys of duplicates, so that reading them skips the
 * episodes' texts; its indexes find a key's or group's first-seen episode without a scan.
 * `text_changes` holds the time when a part of an episode that alerts read was last stored. Triggers
 * write it; its times never run back, even if the clock does.
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
      -- number of the feed in this catalogue
      id ${types.newId} PRIMARY KEY,
      -- address in normal form, or path of a file
      url ${text} NOT NULL UNIQUE,
      -- title of the show, empty until it is known
      title ${text} NOT NULL DEFAULT '',
      -- host that is asked, whose share of requests a fetch uses
      host ${text} NOT NULL DEFAULT '',
      -- who wants it fetched when due: list (the operator), person (a follower), null (nobody)
      source ${text},
      -- who finds it, see feed-states.ts
      state ${text} NOT NULL DEFAULT 'public',
      -- when the state last changed, null if it never did
      state_since_ms ${integer},
      -- the state that unblocking gives back, null unless blocked
      state_before_block ${text},
      -- 1 if the feed forbids services like this one (podcast:block)
      forbids_services ${integer} NOT NULL DEFAULT 0,
      -- number of people who follow it
      followers ${integer} NOT NULL DEFAULT 0,
      -- 1 if it is fetched as often as possible
      followed ${integer} NOT NULL DEFAULT 0,
      -- when followers last changed, by the clock of Firestore
      followed_at_ms ${integer},
      -- id of the show in addresses of pages and in lists of followers, null before it is read or followed
      show_id ${text},
      -- 1 or 0 as followers were last told whether everybody finds it, null before
      told_public ${integer},
      -- validator of the last answer for the next request
      etag ${text},
      -- validator of the last answer for the next request
      last_modified ${text},
      -- start of the last fetch
      last_fetch_at_ms ${integer},
      -- error code of the last fetch, null after a success
      last_failure ${text},
      -- failed fetches in a row
      failures ${integer} NOT NULL DEFAULT 0,
      -- when it is due
      next_fetch_at_ms ${integer} NOT NULL DEFAULT 0,
      -- end of the lease of the worker that fetches it now
      lease_until_ms ${integer} NOT NULL DEFAULT 0,
      -- interval by which the next fetch was planned
      interval_ms ${integer} NOT NULL DEFAULT 0,
      -- usual time from one episode to the next
      gap_ms ${integer},
      -- publication of the newest episode
      newest_at_ms ${integer},
      -- hash of the bytes that were last stored
      body_hash ${text},
      -- target of permanent redirects
      moved_to ${text},
      -- since when redirects lead to moved_to
      moved_at_ms ${integer}
    )${tableOptions}`,
    'CREATE INDEX feeds_followed ON feeds (followed_at_ms) WHERE followed_at_ms IS NOT NULL',
    'CREATE INDEX feeds_leased ON feeds (lease_until_ms, host) WHERE lease_until_ms > 0',
    'CREATE INDEX feeds_moved ON feeds (moved_to) WHERE moved_to IS NOT NULL',
    `CREATE INDEX feeds_due ON feeds (next_fetch_at_ms, last_fetch_at_ms, id) WHERE source IS NOT NULL AND state <> 'blocked'`,
    'CREATE INDEX feeds_by_state ON feeds (state)',
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
    // `heard_s`: seconds of the audio that a machine heard; null for a publisher's text.
    `CREATE TABLE transcripts (${attachments}, spoken ${digest}, heard_s ${integer})${tableOptions}`,
    'CREATE INDEX transcripts_awaited ON transcripts (episode_id) WHERE spoken IS NULL OR heard_s IS NOT NULL',
    `CREATE TABLE chapter_files (${attachments}, chapters ${text}, chapter_times ${text})${tableOptions}`,
    'CREATE INDEX chapter_files_by_feed ON chapter_files (feed_id)',
    'CREATE INDEX chapter_files_awaited ON chapter_files (episode_id) WHERE chapters IS NULL',
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
