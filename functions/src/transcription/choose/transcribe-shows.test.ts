import { describe, expect, test } from 'vitest';
import { untranscribedEpisodes } from '../../catalogue/store/transcription-store.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { FEED, findTitles, refreshedWorld } from '../fixtures/refreshed-world.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { changeLedger } from '../ledger/ledger-store.ts';

const AUDIO = 'https://audio.example/one.mp3';
const SOUND = mp3Seconds(100, { version: 2.5, kbits: 8, sampleRate: 8000 });
const ITEM = feedItem({ title: 'One', audio: AUDIO, durationSeconds: 100 });

const world = (settings: Parameters<typeof refreshedWorld>[2] = {}) =>
  refreshedWorld({ [AUDIO]: SOUND }, NOW, settings);

describe.each(ENGINES)('what a refresh transcribes, in a catalogue of $engine', ({ open }) => {
  async function openCatalogue(items: FeedItem[] = [ITEM], show = {}) {
    const { catalogue } = await open();
    await catalogue.write(() => storeFeed(FEED, readingOf(items, show), NOW));
    return catalogue;
  }

  test('queues an episode, and stores its transcript in the next refresh', async () => {
    const { refresh, work, queued, counted } = world();
    const catalogue = await openCatalogue();
    expect(await refresh(catalogue)).toBe(0);
    expect(queued).toHaveLength(1);
    expect(await work()).toEqual(['heard']);
    expect(await findTitles(catalogue, 'said')).toEqual([]);
    expect(await refresh(catalogue, NOW + HOUR_MS)).toBe(1);
    expect(await findTitles(catalogue, 'said')).toEqual(['One']);
    expect(await refresh(catalogue, NOW + 2 * HOUR_MS)).toBe(0);
    expect(queued).toEqual([]);
    expect([...counted.values()]).toEqual([101]);
  });

  test('queues an episode again only after the lease of its worker', async () => {
    const { refresh, queued, run, worker } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    const [key = ''] = queued;
    expect(
      await run(
        key,
        worker(() => NOW, 12),
      ),
    ).toBeNull();
    await refresh(catalogue, NOW + 60_000);
    expect(queued).toEqual([]);
    await refresh(catalogue, NOW + 11 * 60_000);
    expect(queued).toEqual([key]);
  });

  test.each([1, 34])(
    'restores paid transcripts in a catalogue created %s days later',
    async (days) => {
      const { refresh, work, sent } = world();
      await refresh(await openCatalogue());
      await work();
      const later = NOW + days * DAY_MS;
      const anew = await openCatalogue();
      expect(await refresh(anew, later)).toBe(1);
      expect(await findTitles(anew, 'said')).toEqual(['One']);
      expect([...sent.values()]).toEqual([1]);
    },
  );

  test('keeps the text of an episode for 60 days', async () => {
    const { refresh, work, stored } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    await work();
    await refresh(catalogue, NOW + 59 * DAY_MS);
    expect([...stored.keys()].filter((name) => name.startsWith('text-'))).toHaveLength(1);
    await refresh(catalogue, NOW + 61 * DAY_MS);
    expect([...stored.keys()]).toEqual(['ledger']);
  });

  test('gives up an episode after eight days', async () => {
    const { refresh, ledger } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    await refresh(catalogue, NOW + 9 * DAY_MS);
    expect(Object.values((await ledger()).jobs)).toMatchObject([
      { state: 'failed', failure: 'too-old' },
    ]);
  });

  test.each(['waiting', 'heard'])(
    'deletes all data of a show that is excluded while an episode is %s',
    async (state) => {
      const { refresh, work, choose, stored, ledger } = world();
      const catalogue = await openCatalogue();
      await refresh(catalogue);
      if (state === 'heard') {
        await work();
        await refresh(catalogue);
        expect(await findTitles(catalogue, 'said')).toEqual(['One']);
      }
      await choose('never');
      await refresh(catalogue, NOW + HOUR_MS);
      expect(await findTitles(catalogue, 'said')).toEqual([]);
      expect((await ledger()).jobs).toEqual({});
      expect([...stored.keys()]).toEqual(['ledger']);
    },
  );

  test('deletes the answers of an excluded show whose worker crashed', async () => {
    const catalogue = await openCatalogue();
    let crashed = world();
    const hasAnswer = () => [...crashed.stored.keys()].some((name) => name.startsWith('part-'));
    for (let diesAt = 10; !hasAnswer(); diesAt += 1) {
      crashed = world();
      await crashed.refresh(catalogue);
      await crashed.work(NOW, diesAt);
    }
    await crashed.choose('never');
    await crashed.refresh(catalogue, NOW + HOUR_MS);
    expect([...crashed.stored.keys()]).toEqual(['ledger']);
  });

  test('leaves no data of a show that is excluded during its transcription', async () => {
    const { refresh, queued, worker, run, choose, stored, ledger } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    const [key = ''] = queued;
    const access = worker(() => NOW);
    const transcribe = access.settings.service.transcribe.bind(access.settings.service);
    access.settings.service.transcribe = async (request) => {
      const outcome = await transcribe(request);
      await choose('never');
      await refresh(catalogue, NOW + HOUR_MS);
      return outcome;
    };
    expect(await run(key, access)).toBe('not-ours');
    expect((await ledger()).jobs).toEqual({});
    expect([...stored.keys()]).toEqual(['ledger']);
  });

  test('does not transcribe a show that blocks directories', async () => {
    const { refresh, queued } = world();
    await refresh(await openCatalogue([ITEM], { blocked: true }));
    expect(queued).toEqual([]);
  });

  test('queues nothing while the service is stopped', async () => {
    const { refresh, queued, objects } = world();
    const catalogue = await openCatalogue();
    const stop = (endpoint: string) =>
      changeLedger(objects, (ledger) => {
        ledger.stop = { code: 'service-refused', message: '', endpoint, untilMs: NOW + HOUR_MS };
      });
    await stop('test');
    await refresh(catalogue);
    expect(queued).toEqual([]);
    await refresh(catalogue, NOW + HOUR_MS);
    expect(queued).toHaveLength(1);
    await stop('another');
    await refresh(catalogue);
    expect(queued).toHaveLength(1);
  });

  test('sends nothing when the ledger is damaged', async () => {
    const { refresh, queued, stored } = world();
    stored.set('ledger', { bytes: Buffer.from('{'), generation: 1 });
    await expect(refresh(await openCatalogue())).rejects.toThrow();
    expect(queued).toEqual([]);
  });

  test('does not replace a transcript that the publisher added meanwhile', async () => {
    const { refresh, work } = world();
    const catalogue = await openCatalogue();
    await refresh(catalogue);
    await work();
    const transcripts = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
    await catalogue.write(() => storeFeed(FEED, readingOf([{ ...ITEM, transcripts }]), NOW));
    expect(await catalogue.read(() => untranscribedEpisodes(NOW - 7 * DAY_MS))).toEqual([]);
    expect(await refresh(catalogue)).toBe(1);
    expect(await findTitles(catalogue, 'said')).toEqual(['One']);
  });
});
