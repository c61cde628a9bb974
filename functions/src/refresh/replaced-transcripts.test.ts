import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  recordTranscribed,
  untranscribedEpisodes,
} from '../catalogue/store/transcription-store.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import type { FeedFetch } from '../feeds/feed-model.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { readTranscript } from '../feeds/transcripts/read-transcript.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures');
const fixture = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const FEED = 'https://show.example/feed';
const PUBLISHED = Date.UTC(2026, 10, 26, 8);
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:04.000\n${text}`;
const LONG = Array.from({ length: 30 }, (_, at) => `amber road ${at}`).join(' ');

describe.each(ENGINES)('in a catalogue of $engine, a refresh', ({ open }) => {
  async function world(feed: string) {
    const { catalogue, checkIndex } = await open();
    const files: Record<string, string> = { [FEED]: feed };
    const asked: string[] = [];
    const get = (url: string, etag: string | null = null): Promise<FeedFetch> => {
      asked.push(url);
      const text = files[url];
      const failed = { kind: 'refused', code: 'http-status', message: '' } as const;
      if (text === undefined) return Promise.resolve(failed);
      const validators = { etag: `"${text.length}"`, lastModified: null };
      if (etag === validators.etag) return Promise.resolve({ kind: 'unchanged' });
      return Promise.resolve({
        kind: 'fetched',
        bytes: new TextEncoder().encode(text),
        contentType: null,
        validators,
      });
    };
    const find = async (keyword: string) => {
      const { episodes } = await catalogue.query({ keywords: [keyword], limit: 9, totalLimit: 9 });
      return episodes.map(({ title }) => title);
    };
    return {
      catalogue,
      checkIndex,
      files,
      find,
      untranscribed: async (now: number) => {
        const found = await catalogue.read(() => untranscribedEpisodes(now - 7 * DAY_MS));
        return found.map(({ title }) => title).toSorted();
      },
      /** Returns the files that were requested. */
      async refresh(now: number): Promise<string[]> {
        asked.length = 0;
        await refreshCatalogue({
          catalogue,
          now,
          feeds: [{ url: FEED }],
          everyFeed: true,
          force: false,
          readFeed,
          readFile: () => Promise.reject(new Error('no file')),
          fetchFeed: (url) => get(url),
          transcripts: {
            fetchTranscript: (url, { etag }) => get(url, etag),
            readTranscript,
            fetchChapters: (url) => get(url),
          },
        });
        return asked.filter((url) => url !== FEED);
      },
    };
  }

  const ROUGH = 'https://media.example/m1.rough.vtt';
  const FINAL = 'https://media.example/m1.final.vtt';

  it('replaces a transcript that the feed names at another address', async () => {
    const { refresh, files, find, checkIndex } = await world(
      fixture('transcript-replaced/reading-1.xml'),
    );
    files[ROUGH] = fixture('transcript-replaced/m1.rough.vtt');
    await refresh(PUBLISHED + HOUR_MS);
    expect(await find('Caroline Boycheck')).toEqual(['Amber roads']);
    files[FEED] = fixture('transcript-replaced/reading-2.xml');
    await refresh(PUBLISHED + 2 * HOUR_MS);
    expect(await find('Caroline Boycheck')).toEqual(['Amber roads']);
    files[FINAL] = fixture('transcript-replaced/m1.final.vtt');
    await refresh(PUBLISHED + 3 * HOUR_MS);
    expect(await find('Karolina Wójcik')).toEqual(['Amber roads']);
    expect(await find('Caroline Boycheck')).toEqual([]);
    await checkIndex();
  });

  it('asks again for a text that is far too short for its episode', async () => {
    const { refresh, files, find, untranscribed } = await world(
      fixture('transcript-replaced/reading-1.xml'),
    );
    files[ROUGH] = vtt('The transcript comes soon.');
    const now = PUBLISHED + HOUR_MS;
    expect(await refresh(now)).toEqual([ROUGH]);
    expect(await untranscribed(now)).toEqual(['Amber roads']);
    expect(await refresh(now + 5 * MINUTE_MS)).toEqual([]);
    expect(await refresh(now + 20 * MINUTE_MS)).toEqual([ROUGH]);
    files[ROUGH] = vtt(LONG);
    expect(await refresh(now + 2 * HOUR_MS)).toEqual([ROUGH]);
    expect(await find('amber road')).toEqual(['Amber roads']);
    expect(await find('"comes soon"')).toEqual([]);
    expect(await untranscribed(now + 2 * HOUR_MS)).toEqual([]);
    expect(await refresh(now + 3 * DAY_MS)).toEqual([]);
  });

  it('takes a short text of a short episode as it is', async () => {
    const feed = fixture('transcript-replaced/reading-1.xml').replace('>3600<', '>90<');
    const { refresh, files, untranscribed } = await world(feed);
    files[ROUGH] = vtt('The harbour closes at nine.');
    await refresh(PUBLISHED + HOUR_MS);
    expect(await refresh(PUBLISHED + 2 * HOUR_MS)).toEqual([]);
    expect(await untranscribed(PUBLISHED + 2 * HOUR_MS)).toEqual([]);
  });

  it('asks ever more rarely for a file whose address changes but not its text', async () => {
    const feed = fixture('transcript-replaced/reading-1.xml');
    const { refresh, files } = await world(feed);
    let asked = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      const url = `https://media.example/signed-${hour}/m1.vtt`;
      files[url] = vtt(LONG);
      files[FEED] = feed.replace(ROUGH, url);
      asked += (await refresh(PUBLISHED + (hour + 1) * HOUR_MS)).length;
    }
    expect(asked).toBeGreaterThan(2);
    expect(asked).toBeLessThan(10);
  });

  const BOTH = ['Copper once more', 'Tin once more'];

  it('makes an episode whose named file cannot be read a candidate for transcription', async () => {
    const { refresh, files, untranscribed } = await world(
      fixture('transcript-unreadable/feed.xml'),
    );
    files['https://media.example/s2.html'] = fixture('transcript-unreadable/page.html');
    await refresh(PUBLISHED + 10 * MINUTE_MS);
    expect(await untranscribed(PUBLISHED + 10 * MINUTE_MS)).toEqual(BOTH);
  });

  it.each([
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
    ['TTML', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div/></body></tt>'],
    ['nothing', ''],
  ])('makes an episode a candidate whose file is %s', async (_, text) => {
    const { refresh, files, untranscribed } = await world(
      fixture('transcript-unreadable/feed.xml'),
    );
    files['https://media.example/s1.vtt'] = text;
    files['https://media.example/s2.html'] = text;
    await refresh(PUBLISHED + 10 * MINUTE_MS);
    expect(await untranscribed(PUBLISHED + 10 * MINUTE_MS)).toEqual(BOTH);
  });

  it('waits for a file that was not requested yet, at most two hours after publication', async () => {
    const { catalogue, untranscribed } = await world('');
    const now = PUBLISHED + HOUR_MS;
    const xml = new TextEncoder().encode(fixture('transcript-unreadable/feed.xml'));
    await refreshCatalogue({
      catalogue,
      now,
      feeds: [{ url: FEED }],
      readFeed,
      readFile: () => Promise.reject(new Error('no file')),
      fetchFeed: () =>
        Promise.resolve({
          kind: 'fetched',
          bytes: xml,
          contentType: null,
          validators: { etag: null, lastModified: null },
        }),
    });
    expect(await untranscribed(now)).toEqual([]);
    expect(await untranscribed(PUBLISHED + 2 * HOUR_MS)).toEqual(BOTH);
  });

  it('replaces a machine’s text by the publisher’s, and never by a placeholder', async () => {
    const { refresh, files, find, catalogue, checkIndex } = await world(
      fixture('transcript-unreadable/feed.xml'),
    );
    const now = PUBLISHED + 10 * MINUTE_MS;
    await refresh(now);
    for (const { feed, identity } of await catalogue.read(() =>
      untranscribedEpisodes(now - 7 * DAY_MS),
    )) {
      const spoken = toSpokenText([{ startMs: 0, text: 'We like rhubarb.' }]);
      await catalogue.write(() =>
        recordTranscribed({ feed, identity, spoken, transcribedSeconds: 2400 }),
      );
    }
    expect((await find('rhubarb')).toSorted()).toEqual(BOTH);
    files['https://media.example/s1.vtt'] = vtt('Coming soon.');
    await refresh(now + HOUR_MS);
    expect((await find('rhubarb')).toSorted()).toEqual(BOTH);
    files['https://media.example/s1.vtt'] = vtt(LONG);
    await refresh(now + DAY_MS);
    expect(await find('rhubarb')).toEqual(['Tin once more']);
    expect(await find('amber road')).toEqual(['Copper once more']);
    await checkIndex();
  });

  it('lets a machine’s text replace a placeholder', async () => {
    const { refresh, files, find, catalogue, checkIndex } = await world(
      fixture('transcript-replaced/reading-1.xml'),
    );
    files[ROUGH] = vtt('The transcript comes soon.');
    const now = PUBLISHED + HOUR_MS;
    await refresh(now);
    const [found] = await catalogue.read(() => untranscribedEpisodes(now - 7 * DAY_MS));
    const spoken = toSpokenText([{ startMs: 0, text: 'We like rhubarb.' }]);
    const transcribed = { ...found!, spoken, transcribedSeconds: 3600 };
    expect(await catalogue.write(() => recordTranscribed(transcribed))).toBe(true);
    await refresh(now + HOUR_MS);
    expect(await find('"comes soon"')).toEqual([]);
    expect(await find('rhubarb')).toEqual(['Amber roads']);
    files[ROUGH] = vtt(LONG);
    expect(await refresh(now + DAY_MS)).toEqual([ROUGH]);
    expect(await find('rhubarb')).toEqual([]);
    await checkIndex();
  });
});
