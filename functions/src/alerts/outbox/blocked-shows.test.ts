import { expect, test } from 'vitest';
import { showIdOf } from '../../feeds/show-id.ts';
import { HOUR_MS } from '../../contract/index.ts';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import { memoryObjects, storedRuns } from '../fixtures/stored-runs.ts';
import { withoutBlocked, withoutBlockedEpisodes } from './blocked-matches.ts';
import { noteBlock, readBlockedShows, repairBlockedShows } from './blocked-shows.ts';
import { EMPTY_PENDING } from './pending-document.ts';
import { withMatches } from './pending.ts';
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

test('drops pending matches of blocked shows from every alert', () => {
  const episodes = ITEMS.map((item) => ({ hash: keyHash(item), episode: fact(item) }));
  const pending = withMatches(
    EMPTY_PENDING,
    [
      { alertId: 'a', words: 'words', episodes },
      { alertId: 'b', words: 'words', episodes: episodes.slice(0, 1) },
    ],
    NOW,
  );
  const left = withoutBlocked(pending, BLOCKED, NOW);
  expect(Object.keys(left.episodes)).toEqual([HASHES[1]]);
  expect(Object.keys(left.alerts)).toEqual(['a']);
  expect(withoutBlocked(pending, new Set(['other']), NOW)).toBe(pending);
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
});
