import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../contract/index.ts';
import type { FeedItem } from '../feeds/feed-model.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import type { WritableCatalogue } from './catalogue.ts';
import { awaitedAttachments, TRANSCRIPTS } from './store/attachments-store.ts';
import { storeFeed } from './store/store-feed.ts';
import { recordTranscript } from './store/transcripts-store.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';

const FEED = 'https://show.example/feed';
const SOURCES = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
const SHOW = { title: 'The Ezra Klein Show', publisher: 'New York Times Opinion' };

const item = (values: Partial<FeedItem>) => feedItem({ guid: values.title ?? '', ...values });

const named = item({
  title: 'Named',
  publishedAtMs: NOW - 2 * HOUR_MS,
  persons: [
    { name: 'Ada Lovelace', role: 'guest' },
    { name: 'Charles Babbage', role: 'host' },
    { name: 'Mary Somerville', role: null },
  ],
});
const announced = item({
  title: 'On kilns, with Grace Hopper and Alan Turing',
  description: 'We are joined by the mathematician Kurt Gödel.',
  publishedAtMs: NOW - 3 * HOUR_MS,
});
const heard = item({ title: 'Heard', transcripts: SOURCES });

async function filled(open: () => Promise<{ catalogue: WritableCatalogue }>) {
  const { catalogue } = await open();
  const store = (items: FeedItem[], show = SHOW) =>
    catalogue.write(() => storeFeed(FEED, readingOf(items, show), NOW));
  await store([named, announced, heard]);
  const speaks = async (...names: string[]) => {
    const [awaited] = await catalogue.read(() =>
      awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 9 }),
    );
    const { episodeId, ...record } = awaited!;
    const cues = names.map((speaker, at) => ({ startMs: at * 1000, speaker, text: `Word ${at}.` }));
    await catalogue.write(() => recordTranscript(episodeId, record, toSpokenText(cues)));
  };
  const find = async (keyword: string) => {
    const { episodes } = await catalogue.query({ keywords: [keyword], limit: 9, totalLimit: 9 });
    return episodes.map(({ title }) => title.split(',')[0]);
  };
  return { catalogue, store, speaks, find };
}

describe.each(ENGINES)('who speaks, on $engine', ({ open }) => {
  test('finds guests and hosts by the names that the feed gives them', async () => {
    const { find } = await filled(open);
    expect(await find('guest:lovelace')).toEqual(['Named']);
    expect(await find('guest:"ada lovelace"')).toEqual(['Named']);
    expect(await find('guest:lov*')).toEqual(['Named']);
    expect(await find('by:babbage')).toEqual(['Named']);
    expect(await find('guest:babbage')).toEqual([]);
    expect(await find('by:lovelace')).toEqual([]);
    expect(await find('guest:somerville OR by:somerville')).toEqual([]);
    // A phrase is in one name.
    expect(await find('guest:"lovelace charles"')).toEqual([]);
    expect(await find('by:"times opinion" -guest:lovelace')).toEqual(['Heard', 'On kilns']);
  });

  test('finds guests whom the title or the notes announce', async () => {
    const { find } = await filled(open);
    expect(await find('guest:hopper')).toEqual(['On kilns']);
    expect(await find('guest:"Alan Turing" AND guest:gödel')).toEqual(['On kilns']);
    expect(await find('guest:kilns')).toEqual([]);
  });

  test('finds who speaks in the transcript, until the transcript goes', async () => {
    const { find, speaks, store } = await filled(open);
    await speaks('Ezra Klein', 'Emmy Noether', 'Speaker 3', 'HOST');
    expect(await find('guest:noether')).toEqual(['Heard']);
    expect(await find('by:klein')).toEqual(['Heard']);
    expect(await find('guest:klein OR guest:speaker OR guest:host')).toEqual([]);
    // Names are no text.
    expect(await find('noether')).toEqual([]);

    await store([{ ...heard, description: 'New notes.' }]);
    expect(await find('guest:noether')).toEqual(['Heard']);
    await store([{ ...heard, transcripts: [] }]);
    expect(await find('guest:noether')).toEqual([]);
  });

  test('says where the name stands', async () => {
    const { catalogue } = await filled(open);
    const query = { keywords: ['guest:lovelace by:babbage'], limit: 9, totalLimit: 9 };
    const { episodes } = await catalogue.query(query);
    const [{ foundIn, why } = {}] = episodes;
    expect(why).toBe('guest');
    expect(foundIn?.map(({ place, text }) => `${place}: ${text.replace(/[^\w ]/g, '')}`)).toEqual([
      'guest: Ada Lovelace',
      'host: Charles Babbage',
    ]);
  });
});
