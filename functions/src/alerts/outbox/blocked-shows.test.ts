import { expect, test } from 'vitest';
import { showIdOf } from '../../feeds/show-id.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from '../match/match-window.ts';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import { memoryObjects, storedRuns } from '../fixtures/stored-runs.ts';
import { splitWaiting, withoutBlockedEpisodes } from './blocked-matches.ts';
import { noteBlock, readBlockedShows, repairBlockedShows } from './blocked-shows.ts';
import type { WaitingMatch } from './waiting.ts';
import { keyHash, pairBytes, pairsIn } from './sent-log.ts';

const NOW = Date.UTC(2026, 10, 21);
const FEED = 'https://blocked.example/feed';
const BLOCKED = new Set([showIdOf(FEED)]);
const ITEMS = [`${FEED} 1`, 'https://show.example/feed 2', `${FEED} 3`];
const HASHES = ITEMS.map(keyHash);
const fact = (item: string) => ({
  id: 1,
  item,
  title: item,
  podcast: 'The Show',
  link: '',
  pubDateMs: NOW,
  ingestedAtMs: NOW,
});

test('notes blocks at once, and forgets those that ended', async () => {
  const objects = memoryObjects(storedRuns());
  expect(await readBlockedShows(objects)).toEqual(new Set());
  await noteBlock(objects, 'a', true, NOW);
  await noteBlock(objects, 'b', true, NOW);
  await noteBlock(objects, 'b', false, NOW);
  expect(await readBlockedShows(objects)).toEqual(new Set(['a']));
  // A copy of the catalogue from before the block does not end it.
  await repairBlockedShows(objects, new Set(['c']), NOW + HOUR_MS / 2);
  expect(await readBlockedShows(objects)).toEqual(new Set(['a', 'c']));
  await repairBlockedShows(objects, new Set(['c']), NOW + HOUR_MS);
  expect(await readBlockedShows(objects)).toEqual(new Set(['c']));
});

test('concurrent blocks are all noted', async () => {
  const objects = memoryObjects(storedRuns());
  const ids = ['a', 'b', 'c', 'd'];
  await Promise.all(ids.map((id) => noteBlock(objects, id, true, NOW)));
  expect(await readBlockedShows(objects)).toEqual(new Set(ids));
});

test('a damaged list fails deliveries until a run repairs it', async () => {
  const runs = storedRuns();
  const objects = memoryObjects(runs);
  await noteBlock(objects, 'a', true, NOW);
  for (const [name, { generation }] of runs.objects) {
    runs.objects.set(name, { bytes: Buffer.from('{"a'), generation });
  }
  await expect(readBlockedShows(objects)).rejects.toThrow();
  await repairBlockedShows(objects, new Set(['a']), NOW);
  expect(await readBlockedShows(objects)).toEqual(new Set(['a']));
});

const waiting = (match: string, fields: Partial<ReturnType<typeof fact>>): WaitingMatch => ({
  alertId: 'a',
  words: 'words',
  episode: { ...fact(ITEMS[1]!), ...fields, match },
});

const OLD = NOW - WINDOW_DAYS * DAY_MS - 1;

test('drops waiting matches of blocked shows, and those that are too old', () => {
  const matches = [
    waiting('blocked', { item: ITEMS[0]! }),
    waiting('kept', {}),
    waiting('old', { ingestedAtMs: OLD }),
    waiting('of an unknown show', { item: '' }),
  ];
  const counts = [NOW, OLD].map((foundAtMs) => {
    return { id: `counted ${foundAtMs}`, alertId: 'a', words: '', count: 2, foundAtMs };
  });
  const left = splitWaiting({ matches, counts }, { blocked: BLOCKED, nowMs: NOW });
  expect(left.matches.map(({ episode }) => episode.match)).toEqual(['kept', 'of an unknown show']);
  expect(left.counts.map(({ id }) => id)).toEqual([`counted ${NOW}`]);
  expect(left.dropped).toEqual(['blocked', 'old', `counted ${OLD}`]);
});

test('omits episodes of blocked shows from a digest, and whole sections if nothing is left', () => {
  const counted = keyHash('counted');
  const shared = keyHash('shared');
  const section = {
    alertId: 'a',
    keyword: 'ledgers',
    moreCount: 0,
    episodes: ITEMS.map((title) => sampleDigestEpisode({ title })),
    episodeIds: pairBytes([...HASHES, counted]),
    keys: pairBytes([HASHES[0]!, shared, HASHES[1]!, HASHES[2]!, counted]),
    keyCounts: [2, 1, 1],
  };
  const facts = Object.fromEntries(ITEMS.map((item) => [keyHash(item), fact(item)]));
  const [left] = withoutBlockedEpisodes([section], facts, BLOCKED);
  expect(left?.episodes.map(({ title }) => title)).toEqual([ITEMS[1]]);
  expect(pairsIn(left?.episodeIds)).toEqual([HASHES[1], counted]);
  expect(pairsIn(left?.keys)).toEqual([HASHES[1], counted]);
  expect(left?.keyCounts).toEqual([1]);

  const whole = { ...facts, [HASHES[1]!]: fact(ITEMS[0]!) };
  expect(withoutBlockedEpisodes([section], whole, BLOCKED)).toEqual([]);
  const [onlyCounted] = withoutBlockedEpisodes([{ ...section, moreCount: 1 }], whole, BLOCKED);
  expect(onlyCounted).toMatchObject({ moreCount: 1, episodes: [] });
  expect(withoutBlockedEpisodes([section], facts, new Set(['other']))).toEqual([section]);

  const episodes = section.episodes.map((episode, at) => {
    return { ...episode, show: at === 1 ? 'other' : [...BLOCKED][0]! };
  });
  const [named] = withoutBlockedEpisodes([{ ...section, episodes }], {}, BLOCKED);
  expect(named?.episodes.map(({ title }) => title)).toEqual([ITEMS[1]]);
});
