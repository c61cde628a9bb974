import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MACHINE_SPEAKER } from '../contract/index.ts';
import { itemId } from '../platform/item-id.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import type { WritableCatalogue } from './catalogue.ts';
import { blockFeed } from './queue/feed-state.ts';
import { followFeeds } from './queue/followed-feeds.ts';
import { READ } from './store/attachment-record.ts';
import { awaitedAttachments, TRANSCRIPTS } from './store/attachments-store.ts';
import { recordFetch } from './store/feeds.ts';
import { digestOf } from './store/item-identity.ts';
import { recordTranscribed, untranscribedEpisodes } from './store/transcription-store.ts';
import { storeFeed } from './store/store-feed.ts';
import { recordTranscript } from './store/transcripts-store.ts';
import { feedItem, fetchRecord, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';

const FEED = 'https://show.example/feed';
const NO_PAGE = { episodes: [], total: 0, about: null };
const TOPICS = [
  { path: '/company/openai', keywords: ['OpenAI'] },
  { path: '/founder/sam-altman', keywords: ['"Sam Altman"'] },
  { path: '/company/pally', keywords: ['Pally'] },
];

async function store(
  catalogue: WritableCatalogue,
  titles: readonly string[],
  url = FEED,
  guidOf = (title: string) => title,
) {
  const items = titles.map((title, at) =>
    feedItem({
      title,
      guid: guidOf(title),
      description: 'Notes that name OpenAI.',
      audio: `https://audio.example/${at}.mp3`,
      publishedAtMs: NOW - at * HOUR_MS,
      durationSeconds: 3600,
      transcripts: title === 'written' ? [{ url: `${url}.vtt`, type: 'text/vtt' }] : [],
    }),
  );
  await catalogue.write(() => storeFeed(url, readingOf(items, {}), NOW));
  await catalogue.write(() => recordFetch(url, fetchRecord({ newestAtMs: NOW })));
}

async function idOf(catalogue: WritableCatalogue, title: string, followed: string[] = []) {
  const keywords = [`title:"${title}"`];
  const { episodes } = await catalogue.query({ keywords, limit: 1, totalLimit: 1, followed });
  return episodes[0]?.id ?? '';
}

async function pageOf(catalogue: WritableCatalogue, title: string, atS?: number) {
  const id = await idOf(catalogue, title);
  return catalogue.episodePage({ show: showIdOf(FEED), id, atS, topics: TOPICS });
}

/** One sentence of ten words every five seconds, for ten minutes. */
function longSpeech(speaker?: string) {
  return toSpokenText(
    Array.from({ length: 120 }, (_, at) => ({
      startMs: at * 5000,
      text: `Sentence ${at} has exactly ten words if you count them.`,
      ...(speaker !== undefined && { speaker }),
    })),
  );
}

describe.each(ENGINES)('pages of episodes on $engine', ({ open }) => {
  it('finds an episode by its first identity after its feed changed all guids', async () => {
    const { catalogue } = await open();
    const titles = ['Chat 0', 'Chat 1', 'Chat 2'];
    await store(catalogue, titles);
    const ids = await Promise.all(titles.map((title) => idOf(catalogue, title)));
    await store(catalogue, titles, FEED, (title) => `changed ${title}`);
    expect(await Promise.all(titles.map((title) => idOf(catalogue, title)))).toEqual(ids);
    const { episodes } = await pageOf(catalogue, 'Chat 1');
    expect(episodes.map(({ title }) => title)).toEqual(['Chat 1', 'Chat 0', 'Chat 2']);
    const identity = digestOf('guid', 'changed Chat 1').toUpperCase();
    const later = { show: showIdOf(FEED), id: itemId(`${FEED} ${identity}`), topics: TOPICS };
    expect(await catalogue.episodePage({ ...later, atS: undefined })).toEqual(NO_PAGE);
  });

  it('returns the episode and the newest others of its show', async () => {
    const { catalogue } = await open();
    await store(
      catalogue,
      Array.from({ length: 9 }, (_, at) => `Chat ${at}`),
    );
    const { episodes, about } = await pageOf(catalogue, 'Chat 7');
    expect(episodes.map(({ title }) => title)).toEqual([
      'Chat 7',
      'Chat 0',
      'Chat 1',
      'Chat 2',
      'Chat 3',
    ]);
    expect(about).toEqual({
      notes: 'Notes that name OpenAI.',
      said: [],
      mentions: [{ path: '/company/openai' }],
    });
  });

  it('returns what is said around the second, and who is named when', async () => {
    const { catalogue } = await open();
    await store(catalogue, ['written']);
    const due = { everyOne: true, limit: 9 };
    const [awaited] = await catalogue.read(() => awaitedAttachments(TRANSCRIPTS, NOW, due));
    const { episodeId, ...record } = awaited!;
    const done = { ...record, triedAtMs: NOW, nextTryAtMs: null, outcome: READ };
    const spoken = toSpokenText([
      { startMs: 5000, text: 'We like rhubarb and nothing else at all today, do we?' },
      {
        startMs: 100_000,
        text: 'Then Sam Altman called us from his car in the rain.',
        speaker: 'Ann',
      },
      { startMs: 110_000, text: 'He said that OpenAI would never bake a cake again.' },
      { startMs: 400_000, text: 'Much later, Sam Altman called us a second time.' },
    ]);
    await catalogue.write(() => recordTranscript(episodeId, done, spoken));
    const { about } = await pageOf(catalogue, 'written', 105);
    expect(about?.said.map(({ atMs }) => atMs)).toEqual([100_000, 110_000]);
    expect(about?.said[0]).toMatchObject({ speaker: 'Ann' });
    expect(about).not.toHaveProperty('isMachine');
    expect(about?.mentions).toEqual([
      { path: '/founder/sam-altman', atMs: 100_000 },
      { path: '/company/openai', atMs: 110_000 },
    ]);
    const beginning = await pageOf(catalogue, 'written');
    expect(beginning.about?.said).toEqual([]);
  });

  it('shows at most half a minute of what a machine wrote down', async () => {
    const { catalogue } = await open();
    await store(catalogue, ['transcribed']);
    const [found] = await catalogue.read(() => untranscribedEpisodes(NOW - 7 * DAY_MS));
    const { feed, identity } = found!;
    const spoken = longSpeech(MACHINE_SPEAKER);
    await catalogue.write(() =>
      recordTranscribed({ feed, identity, spoken, transcribedSeconds: 3600 }),
    );
    const { about } = await pageOf(catalogue, 'transcribed', 300);
    expect(about?.isMachine).toBe(true);
    const times = about?.said.map(({ atMs }) => atMs) ?? [];
    expect(times.length).toBeGreaterThan(3);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(285_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(315_000);
    expect(about?.said[0]).not.toHaveProperty('speaker');
  });

  it('no episode of a followers-only, blocked, unknown or other show has a page', async () => {
    const { catalogue } = await open();
    const [hidden, blocked] = ['https://hidden.example/x?c=1', 'https://blocked.example/feed'];
    const brought = { url: hidden, host: 'hidden.example', title: 'Club', followers: 1 };
    await catalogue.write(() => followFeeds([{ ...brought, changedAtMs: NOW }], NOW));
    await store(catalogue, ['Secret'], hidden);
    await store(catalogue, ['Gone'], blocked);
    await store(catalogue, ['Open']);
    const ids = {
      secret: await idOf(catalogue, 'Secret', [showIdOf(hidden)]),
      gone: await idOf(catalogue, 'Gone'),
      open: await idOf(catalogue, 'Open'),
    };
    await catalogue.write(() => blockFeed(blocked, NOW));
    expect(Object.values(ids)).not.toContain('');
    const asked: [string, string, isHidden?: true][] = [
      [hidden, ids.secret, true],
      [FEED, ids.secret],
      [blocked, ids.gone, true],
      [FEED, ids.gone],
      ['https://unknown.example/feed', ids.open],
      [FEED, '0'.repeat(32)],
    ];
    for (const [url, id, isHidden] of asked) {
      const lookup = { show: showIdOf(url), id, topics: TOPICS };
      expect(await catalogue.episodePage(lookup)).toEqual({
        ...NO_PAGE,
        ...(isHidden && { isHidden }),
      });
    }
    expect((await pageOf(catalogue, 'Open')).episodes).toMatchObject([{ title: 'Open' }]);
  });
});
