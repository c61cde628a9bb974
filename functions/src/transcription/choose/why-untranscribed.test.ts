import { describe, expect, test } from 'vitest';
import {
  untranscribedReasons,
  whyUntranscribed,
} from '../../catalogue/answers/why-untranscribed.ts';
import type { WritableCatalogue } from '../../catalogue/catalogue.ts';
import { followFeeds } from '../../catalogue/queue/followed-feeds.ts';
import { untranscribedEpisodes } from '../../catalogue/store/transcription-store.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { explainUntranscribed } from '../../catalogue/store/untranscribed-store.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { FEED, refreshedWorld } from '../fixtures/refreshed-world.ts';
import { changeLedger } from '../ledger/ledger-store.ts';

const SOUND = mp3Seconds(100, { version: 2.5, kbits: 8, sampleRate: 8000 });
const item = (title: string, values: Partial<FeedItem> = {}) =>
  feedItem({ title, audio: `https://audio.example/${title}.mp3`, durationSeconds: 100, ...values });
const audio = (name: string) => `https://audio.example/${name}.mp3`;
const world = (settings: Parameters<typeof refreshedWorld>[2] = {}) =>
  refreshedWorld({ [audio('good')]: SOUND, [audio('noise')]: new Uint8Array(3_000_000) }, NOW, {
    isForAllShows: false,
    people: { following: [{ person: 'Ada', feed: FEED }] },
    ...settings,
  });

describe.each(ENGINES)('in a catalogue of $engine', ({ open }) => {
  async function openCatalogue(items: FeedItem[], followers = 1, show = {}) {
    const { catalogue } = await open();
    await catalogue.write(() => storeFeed(FEED, readingOf(items, show), NOW));
    const followed = { url: FEED, host: '', title: '', followers, changedAtMs: NOW, isNamed: true };
    await catalogue.write(() => followFeeds([followed], NOW));
    return catalogue;
  }
  const reasonsIn = async (catalogue: WritableCatalogue) => {
    const found = await catalogue.read(() => untranscribedReasons(NOW - 7 * DAY_MS));
    return Object.fromEntries(
      found.map(({ title, reason, code }) => [title, code === null ? reason : `${reason} ${code}`]),
    );
  };
  const whyOfShow = async (catalogue: WritableCatalogue) =>
    (await catalogue.show({ showId: showIdOf(FEED), skip: 0, limit: 5 })).show?.unheard;

  test('stores why episodes wait, fail or are transcribed', async () => {
    const items = [
      item('good', { publishedAtMs: NOW - HOUR_MS }),
      item('noise', { publishedAtMs: NOW - 2 * HOUR_MS }),
      item('gone', { publishedAtMs: NOW - 3 * HOUR_MS }),
      item('waits', { publishedAtMs: NOW - 4 * HOUR_MS }),
      item('endless', { durationSeconds: 5 * 3600 }),
      item('silent', { audio: null, link: 'https://show.example/silent' }),
    ];
    const { refresh, work } = world({ secondsADay: 340 });
    const catalogue = await openCatalogue(items);
    await refresh(catalogue);
    expect(await reasonsIn(catalogue)).toEqual({
      good: 'in-work',
      noise: 'in-work',
      gone: 'in-work',
      waits: 'waits-in-turn',
      endless: 'too-long',
      silent: 'no-audio',
    });
    await work(NOW);
    await refresh(catalogue, NOW + 1);
    const reasons = await reasonsIn(catalogue);
    expect(reasons).toMatchObject({
      noise: 'audio-unreadable not-audio',
      gone: 'audio-not-loaded unreachable',
    });
    expect(reasons).not.toHaveProperty('good');
  });

  test('says that a publisher’s file comes first, until two hours after publication', async () => {
    const transcripts = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
    const { refresh } = world({ secondsADay: 150 });
    const catalogue = await openCatalogue([item('first'), item('written', { transcripts })]);
    await refresh(catalogue);
    const waits = 'publisher-first';
    expect(await reasonsIn(catalogue)).toEqual({ first: waits, written: waits });
    await refresh(catalogue, NOW + HOUR_MS);
    expect(Object.values(await reasonsIn(catalogue)).toSorted()).toEqual([
      'in-work',
      'waits-in-turn',
    ]);
  });

  test('tells the budget from the turn, and names shows that nobody follows', async () => {
    const items = [item('first'), item('second', { publishedAtMs: NOW - 2 * HOUR_MS })];
    const { refresh } = world({ secondsADay: 150 });
    const catalogue = await openCatalogue(items);
    await refresh(catalogue);
    expect(await reasonsIn(catalogue)).toEqual({ first: 'in-work', second: 'waits-in-turn' });
    await refresh(catalogue, NOW + HOUR_MS);
    expect(await reasonsIn(catalogue)).toEqual({ first: 'in-work', second: 'over-budget' });
    expect(await whyOfShow(catalogue)).toBe('in-work');
    const other = 'https://other.example/feed';
    await catalogue.write(() => storeFeed(other, readingOf([item('Other')]), NOW));
    const { show } = await catalogue.show({ showId: showIdOf(other), skip: 0, limit: 5 });
    expect(show?.unheard).toBe('not-followed');
  });

  test('names an unverified follower’s show as not followed, and a forbidden one as forbidden', async () => {
    const people = { following: [{ person: 'Ada', feed: FEED }], unverified: ['Ada'] };
    const { refresh } = world({ people });
    const catalogue = await openCatalogue([item('first')]);
    await refresh(catalogue);
    expect(await whyOfShow(catalogue)).toBe('not-followed');
    const locked = readingOf([item('locked')], { locked: true });
    await catalogue.write(() => storeFeed(FEED, locked, NOW + 1));
    expect(await whyOfShow(catalogue)).toBe('forbidden');
  });

  test('says that the service is stopped, and that the operator excludes a show', async () => {
    const { refresh, objects, choose } = world();
    const catalogue = await openCatalogue([item('first')]);
    const stop = { code: 'service-unpaid', message: '', endpoint: 'test', untilMs: NOW + HOUR_MS };
    await changeLedger(objects, (ledger) => void (ledger.stop = stop));
    await refresh(catalogue);
    expect(await reasonsIn(catalogue)).toEqual({ first: 'service-stopped service-unpaid' });
    await choose('never');
    await refresh(catalogue);
    expect(await reasonsIn(catalogue)).toEqual({ first: 'excluded' });
  });

  test('blames the service, not the audio, if the service was not reached', async () => {
    const { refresh, work, faults } = world();
    const catalogue = await openCatalogue([item('good')]);
    await refresh(catalogue);
    faults.push('service-unreachable');
    await work(NOW);
    await refresh(catalogue, NOW + 10 * MINUTE_MS);
    const reason = 'service-refused service-unreachable';
    expect(await reasonsIn(catalogue)).toEqual({ good: reason });
  });

  test('no longer says that the service is stopped once another one is set', async () => {
    const { refresh, objects } = world();
    const catalogue = await openCatalogue([item('first')]);
    const code = 'service-unpaid';
    const stop = { code, message: '', endpoint: 'the former one', untilMs: NOW + HOUR_MS };
    await changeLedger(objects, (ledger) => void (ledger.stop = stop));
    await refresh(catalogue);
    expect(await reasonsIn(catalogue)).toEqual({ first: 'in-work' });
  });

  test('says nothing if nothing is transcribed', async () => {
    const { refresh } = world();
    const catalogue = await openCatalogue([item('first')]);
    await refresh(catalogue);
    await catalogue.write(() => explainUntranscribed([]));
    expect(await reasonsIn(catalogue)).toEqual({});
    expect(await whyOfShow(catalogue)).toBeUndefined();
    const [{ id } = { id: 0 }] = await catalogue.read(() =>
      untranscribedEpisodes(NOW - 7 * DAY_MS),
    );
    expect(await catalogue.read(() => whyUntranscribed(id))).toBeNull();
  });
});
