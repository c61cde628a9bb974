import { describe, expect, test } from 'vitest';
import type { WritableCatalogue } from '../../catalogue/catalogue.ts';
import { blockFeed, emptyAddedFeed } from '../../catalogue/queue/feed-state.ts';
import { followFeeds } from '../../catalogue/queue/followed-feeds.ts';
import { recordTranscribed } from '../../catalogue/store/transcription-store.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { FEED, findTitles, refreshedWorld } from '../fixtures/refreshed-world.ts';
import { markBlocked } from '../ledger/transcription-report.ts';
import { changeLedger } from '../ledger/ledger-store.ts';

const AUDIO = 'https://audio.example/one.mp3';
const SOUND = mp3Seconds(100, { version: 2.5, kbits: 8, sampleRate: 8000 });
const ITEM = feedItem({ title: 'One', audio: AUDIO, durationSeconds: 100 });
const OTHER = feedItem({ title: 'Other', audio: null });
const LATER = NOW + HOUR_MS;

const world = () => refreshedWorld({ [AUDIO]: SOUND }, NOW + 1);
const store = (catalogue: WritableCatalogue, show = {}, values = {}, now = NOW) =>
  catalogue.write(() => storeFeed(FEED, { ...readingOf([ITEM, OTHER], show), ...values }, now));
const followed = { url: FEED, host: 'show.example', title: 'The Show', followers: 1 };

const BLOCKS: [name: string, block: (catalogue: WritableCatalogue) => Promise<unknown>][] = [
  ['the operator blocks the show', (to) => to.write(() => blockFeed(FEED, LATER))],
  ['the feed is locked', (to) => store(to, { locked: true }, {}, LATER)],
  ['the feed has itunes:block', (to) => store(to, { blocked: true }, {}, LATER)],
  ['the item has itunes:block', (to) => store(to, {}, { items: [OTHER], blocked: [ITEM] }, LATER)],
  [
    'an added feed has itunes:block',
    async (to) => {
      await to.write(() => followFeeds([{ ...followed, changedAtMs: NOW, isNamed: true }], NOW));
      expect(await to.write(() => emptyAddedFeed(FEED))).toBe(true);
    },
  ],
];

describe.each(ENGINES)('in a catalogue of $engine', ({ open }) => {
  async function openCatalogue() {
    const { catalogue } = await open();
    await store(catalogue);
    return catalogue;
  }

  test.each(BLOCKS)('a queued episode is neither fetched nor kept once %s', async (_, block) => {
    const { refresh, work, queued, stored, state, ledger } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    expect(queued).toHaveLength(1);
    await block(catalogue);
    await refresh(catalogue, LATER);
    await work(LATER);
    expect(queued).toEqual([]);
    expect((await ledger()).jobs).toEqual({});
    expect(state.fetches).toBe(0);
    expect([...stored.keys()]).toEqual(['ledger']);
  });

  test.each(BLOCKS)('a text is deleted everywhere once %s', async (_, block) => {
    const { refresh, work, stored } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    expect(await work()).toEqual(['heard']);
    await refresh(catalogue);
    expect(await findTitles(catalogue, 'said')).toEqual(['One']);
    await block(catalogue);
    await refresh(catalogue, LATER);
    expect(await findTitles(catalogue, 'said')).toEqual([]);
    expect([...stored.keys()]).toEqual(['ledger']);
  });

  test.each(BLOCKS)('stored answers of a crashed worker are deleted once %s', async (_, block) => {
    const catalogue = await openCatalogue();
    let crashed = world();
    const hasAnswer = () => [...crashed.stored.keys()].some((name) => name.startsWith('part-'));
    for (let diesAt = 10; !hasAnswer(); diesAt += 1) {
      crashed = world();
      await crashed.refresh(catalogue);
      await crashed.work(NOW + 1, diesAt);
    }
    await block(catalogue);
    await crashed.refresh(catalogue, LATER);
    expect([...crashed.stored.keys()]).toEqual(['ledger']);
  });

  test('a show that is followers-only after a rebuild loses its texts', async () => {
    const { refresh, work, stored } = world();
    await refresh(await openCatalogue());
    await work();
    const { catalogue } = await open();
    await catalogue.write(() => followFeeds([{ ...followed, changedAtMs: NOW }], NOW));
    await store(catalogue, {}, {}, LATER);
    await refresh(catalogue, LATER);
    expect([...stored.keys()]).toEqual(['ledger']);
  });

  test('an episode waits while a rebuilt catalogue does not have it yet', async () => {
    const { refresh, queued, ledger } = world();
    await refresh(await openCatalogue());
    const { catalogue } = await open();
    await refresh(catalogue, LATER);
    expect(queued).toEqual([]);
    expect(Object.values((await ledger()).jobs)).toMatchObject([{ state: 'waiting' }]);
    await store(catalogue, {}, {}, LATER);
    await refresh(catalogue, LATER + HOUR_MS);
    expect(queued).toHaveLength(1);
  });

  test('an episode that has a text is not paid for', async () => {
    const { refresh, queued, ledger } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    const { jobs } = await ledger();
    const [job] = Object.values(jobs);
    const spoken = toSpokenText([{ startMs: 0, text: 'We like rhubarb.' }]);
    await catalogue.write(() => recordTranscribed({ ...job!, spoken, transcribedSeconds: 100 }));
    await refresh(catalogue, LATER);
    expect(queued).toEqual([]);
    expect((await ledger()).jobs).toEqual({});
  });
});

test('a task sends nothing after the operator’s block, without reading the catalogue', async () => {
  const { refresh, queued, worker, run, objects, state, counted, ledger } = world();
  const { catalogue } = await ENGINES[0]!.open();
  await store(catalogue);
  await refresh(catalogue);
  const [key = ''] = queued;
  const access = worker(() => LATER);
  const transcribe = access.settings.service.transcribe.bind(access.settings.service);
  access.settings.service.transcribe = async (request) => {
    await changeLedger(objects, (each) => markBlocked(each, FEED, true));
    return transcribe(request);
  };
  expect(await run(key, access)).toBe('not-ours');
  const paid = new Map(counted);
  expect(
    await run(
      key,
      worker(() => NOW + DAY_MS),
    ),
  ).toBe('not-ours');
  expect(counted).toEqual(paid);
  expect(state.fetches).toBe(1);
  await refresh(catalogue, LATER);
  expect((await ledger()).jobs).toEqual({});
  expect(queued).toEqual([]);
  await changeLedger(objects, (each) => markBlocked(each, FEED, false));
  await refresh(catalogue, LATER);
  expect(queued).toHaveLength(1);
});
