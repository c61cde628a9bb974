import type { Dialect } from './dialect.ts';
import { EPISODE_COLUMNS } from './episode-row.ts';

/**
 * To be increased with every change of the tables of any engine. An older catalogue is replaced by
 * an empty one, which the next refresh fills.
 */
export const SCHEMA_VERSION = 23;

/** All tables of this version and of earlier ones, which a new catalogue drops; referring tables first. */
export const STORE_TABLES = [
  'transcripts',
  'chapter_files',
  'copies',
  'text_changes',
  'first_seen',
  'refreshes',
  'beginning',
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
      id ${types.newId} PRIMARY KEY,
      url ${text} NOT NULL UNIQUE,
      title ${text} NOT NULL DEFAULT '',
      host ${text} NOT NULL DEFAULT '',
      source ${text},
      state ${text} NOT NULL DEFAULT 'passed',
      reason ${text},
      state_since_ms ${integer},
      since_ms ${integer},
      started_ms ${integer},
      publisher ${text},
      owner ${text},
      followers ${integer} NOT NULL DEFAULT 0,
      followed ${integer} NOT NULL DEFAULT 0,
      followed_at_ms ${integer},
      show_id ${text},
      told_public ${integer},
      etag ${text},
      last_modified ${text},
      last_fetch_at_ms ${integer},
      last_failure ${text},
      failures ${integer} NOT NULL DEFAULT 0,
      next_fetch_at_ms ${integer} NOT NULL DEFAULT 0,
      lease_until_ms ${integer} NOT NULL DEFAULT 0,
      interval_ms ${integer} NOT NULL DEFAULT 0,
      gap_ms ${integer},
      newest_at_ms ${integer},
      body_hash ${text},
      moved_to ${text},
      moved_at_ms ${integer}
    )${tableOptions}`,
    'CREATE INDEX feeds_followed ON feeds (followed_at_ms) WHERE followed_at_ms IS NOT NULL',
    'CREATE INDEX feeds_leased ON feeds (lease_until_ms, host) WHERE lease_until_ms > 0',
    'CREATE INDEX feeds_moved ON feeds (moved_to) WHERE moved_to IS NOT NULL',
    `CREATE INDEX feeds_due ON feeds (next_fetch_at_ms, last_fetch_at_ms, id) WHERE source IS NOT NULL AND state <> 'dropped'`,
    'CREATE INDEX feeds_by_state ON feeds (state, state_since_ms)',
    ...['publisher', 'owner', 'host'].map(
      (key) => `CREATE INDEX feeds_started_by_${key} ON feeds (${key}, started_ms)
        WHERE started_ms IS NOT NULL`,
    ),
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
    `CREATE TABLE transcripts (${attachments}, spoken ${digest})${tableOptions}`,
    'CREATE INDEX transcripts_awaited ON transcripts (episode_id) WHERE spoken IS NULL',
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
