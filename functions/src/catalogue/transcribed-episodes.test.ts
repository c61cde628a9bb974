import { describe, expect, it } from 'vitest';
import { DAY_MS, MACHINE_SPEAKER } from '../contract/index.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import type { WritableCatalogue } from './catalogue.ts';
import { READ } from './store/attachment-record.ts';
import { awaitedAttachments, TRANSCRIPTS } from './store/attachments-store.ts';
import {
  forgetTranscribed,
  recordTranscribed,
  untranscribedEpisodes,
} from './store/transcription-store.ts';
import { recordTranscript } from './store/transcripts-store.ts';
import { exportFeed, importFeed } from './testing/copy-feed.ts';
import { storeFeed } from './store/store-feed.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { newEpisodes } from './testing/new-episodes.ts';
import { ENGINES } from './testing/test-engines.ts';

const FEED = 'https://show.example/feed';
const SOURCES = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
const ITEM = feedItem({
  title: 'About copper',
  audio: 'https://show.example/a.mp3',
  durationSeconds: 600,
});

const store = (catalogue: WritableCatalogue, items = [ITEM], show = {}) =>
  catalogue.write(() => storeFeed(FEED, readingOf(items, show), NOW));
const untranscribed = (catalogue: WritableCatalogue) =>
  catalogue.read(() => untranscribedEpisodes(NOW - 7 * DAY_MS));
const spokenOf = (text: string) => toSpokenText([{ startMs: 5000, text }]);

async function transcribe(catalogue: WritableCatalogue, text: string, transcribedSeconds = 600) {
  const [{ feed, identity } = { feed: '', identity: '' }] = await untranscribed(catalogue);
  const transcribed = { feed, identity, spoken: spokenOf(text), transcribedSeconds };
  return catalogue.write(() => recordTranscribed(transcribed));
}

async function find(catalogue: WritableCatalogue, keyword: string) {
  const { episodes } = await catalogue.query({ keywords: [keyword], limit: 5, totalLimit: 9 });
  return episodes[0];
}

/** Stores the publisher's transcript; null stores a failed attempt. */
async function read(catalogue: WritableCatalogue, text: string | null) {
  const due = { everyOne: true, limit: 9 };
  const [awaited] = await catalogue.read(() => awaitedAttachments(TRANSCRIPTS, NOW, due));
  const { episodeId, ...record } = awaited!;
  const done = {
    ...record,
    triedAtMs: NOW,
    nextTryAtMs: null,
    outcome: text === null ? 'gone' : READ,
  };
  await catalogue.write(() =>
    recordTranscript(episodeId, done, text === null ? null : spokenOf(text)),
  );
}

describe.each(ENGINES)('machine transcripts on $engine', ({ open }) => {
  it('a machine transcript is searchable, marked and quoted with its time', async () => {
    const { catalogue, checkIndex } = await open();
    await store(catalogue);
    expect(await untranscribed(catalogue)).toMatchObject([
      { feed: FEED, title: 'About copper', hasWritten: 0 },
    ]);
    expect(await transcribe(catalogue, 'We like rhubarb.')).toBe(true);
    expect(await find(catalogue, 'rhubarb')).toMatchObject({
      machineTranscript: true,
      spoken: [{ atMs: 5000 }],
    });
    expect(await find(catalogue, 'rhubarb')).not.toHaveProperty('transcript');
    expect(await find(catalogue, 'rhubarb')).not.toHaveProperty('timesMayDiffer');
    expect(await untranscribed(catalogue)).toEqual([]);
    await checkIndex();
  });

  it('sets timesMayDiffer if the audio has another length', async () => {
    const { catalogue } = await open();
    await store(catalogue);
    await transcribe(catalogue, 'We like rhubarb.', 650);
    expect(await find(catalogue, 'rhubarb')).toMatchObject({ timesMayDiffer: true });
    // Alerts set `timesMayDiffer`, too.
    const forAlerts = [];
    for await (const episode of newEpisodes(catalogue, 0, 0)) forAlerts.push(episode);
    expect(forAlerts).toMatchObject([{ timesMayDiffer: true }]);
  });

  it('keeps a machine transcript until the feed forbids services', async () => {
    const { catalogue, checkIndex } = await open();
    await store(catalogue);
    await transcribe(catalogue, 'We like rhubarb.');
    await store(catalogue, [{ ...ITEM, title: 'About tin' }]);
    expect(await find(catalogue, 'rhubarb')).toMatchObject({ title: 'About tin' });
    await store(catalogue, [ITEM], { blocked: true });
    expect(await find(catalogue, 'rhubarb')).toBeUndefined();
    expect(await untranscribed(catalogue)).toEqual([]);
    await checkIndex();
  });

  it('only a readable publisher’s transcript replaces a machine’s', async () => {
    const { catalogue, checkIndex } = await open();
    await store(catalogue);
    await transcribe(catalogue, 'We like rhubarb.');
    await store(catalogue, [{ ...ITEM, transcripts: SOURCES }]);
    await read(catalogue, null);
    expect(await find(catalogue, 'rhubarb')).toMatchObject({ machineTranscript: true });
    await store(catalogue);
    await store(catalogue, [{ ...ITEM, transcripts: SOURCES }]);
    await read(catalogue, 'We like ginger.');
    expect(await find(catalogue, 'rhubarb')).toBeUndefined();
    expect(await find(catalogue, 'ginger')).toMatchObject({ transcript: SOURCES[0]?.url });
    expect(await find(catalogue, 'ginger')).not.toHaveProperty('machineTranscript');
    await checkIndex();
  });

  it('no call returns a machine transcript as a whole', async () => {
    const { catalogue } = await open();
    await store(catalogue);
    const cues = Array.from({ length: 500 }, (_, at) => ({
      startMs: at * 5000,
      speaker: MACHINE_SPEAKER,
      text: `the word ${at} and then copper`,
    }));
    const [{ feed, identity } = { feed: '', identity: '' }] = await untranscribed(catalogue);
    const transcribed = { feed, identity, spoken: toSpokenText(cues), transcribedSeconds: 600 };
    await catalogue.write(() => recordTranscribed(transcribed));
    const found = await find(catalogue, 'then');
    const lookup = { id: found!.id!, pub_date_ms: ITEM.publishedAtMs!, keywords: ['the'] };
    const whole = await catalogue.episode(lookup);
    for (const { spoken = [] } of [found!, whole!]) {
      const words = spoken.flatMap(({ text }) => text.split(/\s+/));
      expect(words.length).toBeGreaterThan(20);
      expect(words.length).toBeLessThanOrEqual(200);
    }
    const second = { audio: ITEM.audio!, pub_date_ms: ITEM.publishedAtMs!, atMs: 50_000 };
    expect(await catalogue.speech(second)).toBeNull();
  });

  it('locked feeds get no machine transcript, and lose existing transcripts', async () => {
    const { catalogue, checkIndex } = await open();
    await store(catalogue, [ITEM], { locked: true });
    expect(await untranscribed(catalogue)).toEqual([]);
    await store(catalogue);
    await transcribe(catalogue, 'We like rhubarb.');
    await store(catalogue, [ITEM], { locked: true });
    expect(await catalogue.write(() => forgetTranscribed([]))).toBe(1);
    expect(await find(catalogue, 'rhubarb')).toBeUndefined();
    await checkIndex();
  });

  it('copies a machine transcript, and deletes it for an operator’s feed list', async () => {
    const { catalogue } = await open();
    await store(catalogue);
    await transcribe(catalogue, 'We like rhubarb.');
    const copy = await open();
    const stored = (await catalogue.read(() => exportFeed(FEED)))!;
    await copy.catalogue.write(() => importFeed(stored));
    expect(await find(copy.catalogue, 'rhubarb')).toMatchObject({ machineTranscript: true });
    expect(await copy.catalogue.write(() => forgetTranscribed([FEED]))).toBe(1);
    expect(await find(copy.catalogue, 'rhubarb')).toBeUndefined();
    await copy.checkIndex();
  });

  it('skips short, old and silent episodes, and those with a publisher’s transcript', async () => {
    const { catalogue } = await open();
    await store(catalogue, [
      feedItem({ ...ITEM, title: 'Short', guid: 'a', durationSeconds: 30 }),
      feedItem({ ...ITEM, title: 'Old', guid: 'b', publishedAtMs: NOW - 8 * DAY_MS }),
      feedItem({ ...ITEM, title: 'Written', guid: 'c', transcripts: SOURCES }),
      feedItem({
        ...ITEM,
        title: 'Silent',
        guid: 'd',
        audio: null,
        link: 'https://show.example/d',
      }),
      feedItem({ ...ITEM, title: 'Wanted', guid: 'e', audio: 'https://show.example/e.mp3' }),
    ]);
    expect(await untranscribed(catalogue)).toMatchObject([{ title: 'Wanted', hasWritten: 1 }]);
  });
});
