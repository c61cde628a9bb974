import { describe, expect, it } from 'vitest';
import { episodeSchema, HOUR_MS } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import type { Catalogue } from './catalogue.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { storeFeed } from './store/store-feed.ts';

const FEED = 'https://show.example/feed';

function search(catalogue: Catalogue, keyword: string, options: { startDateMs?: number } = {}) {
  return catalogue.query({ keywords: [keyword], limit: 3, totalLimit: 5, ...options });
}

describe.each(ENGINES)('queries on $engine', ({ open }) => {
  async function catalogueOf(count: number) {
    const { catalogue } = await open();
    const items = Array.from({ length: count }, (_, age) =>
      feedItem({ title: `word ${age}`, publishedAtMs: NOW - age * HOUR_MS }),
    );
    await catalogue.write(() => storeFeed(FEED, readingOf(items.toReversed()), NOW));
    return catalogue;
  }

  it('returns the newest matches up to the limit, and counts up to totalLimit', async () => {
    const answer = await search(await catalogueOf(4), 'word');
    expect(answer.episodes.map((episode) => episode.title)).toEqual(['word 0', 'word 1', 'word 2']);
    expect(answer.total).toBe(4);
    expect((await search(await catalogueOf(8), 'word')).total).toBe(5);
  });

  it.each(['newest', 'relevance'] as const)(
    'pages contain each episode once, sorted by %s',
    async (sort) => {
      const catalogue = await catalogueOf(8);
      const pages = [0, 3, 6, 9].map(async (skip) => {
        const query = { keywords: ['word'], skip, limit: 3, totalLimit: 20, sort };
        const { episodes, total } = await catalogue.query(query);
        expect(total).toBe(8);
        return episodes.map(({ title }) => title);
      });
      const found = await Promise.all(pages);
      expect(found.map(({ length }) => length)).toEqual([3, 3, 2, 0]);
      const all = await catalogue.query({ keywords: ['word'], limit: 8, totalLimit: 20, sort });
      expect(found.flat()).toEqual(all.episodes.map(({ title }) => title));
    },
  );

  it('sorts episodes of the same second in the order of their feed', async () => {
    const { catalogue } = await open();
    const items = ['first', 'second', 'third'].map((name) => feedItem({ title: `word ${name}` }));
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    expect((await search(catalogue, 'word')).episodes.map((episode) => episode.title)).toEqual([
      'word first',
      'word second',
      'word third',
    ]);
  });

  it('excludes episodes before the start date, to the second', async () => {
    const catalogue = await catalogueOf(4);
    const startDateMs = NOW - HOUR_MS;
    expect((await search(catalogue, 'word', { startDateMs })).total).toBe(2);
    expect((await search(catalogue, 'word', { startDateMs: startDateMs + 1000 })).total).toBe(1);
  });

  it('finds nothing after a start date in the future', async () => {
    const catalogue = await catalogueOf(4);
    for (const startDateMs of [NOW + HOUR_MS, 8_640_000_000_000_000]) {
      expect(await search(catalogue, 'word', { startDateMs })).toEqual({ episodes: [], total: 0 });
    }
  });

  it('returns episodes of the contract', async () => {
    const { catalogue } = await open();
    const item = feedItem({
      title: 'About it',
      link: 'https://show.example/about',
      audio: 'https://audio.example/about.mp3',
      image: 'https://show.example/cover.jpg',
      description: 'We speak of Ákos’ >>>work<<<.',
      publishedAtMs: NOW - 1234,
      durationSeconds: 2880,
    });
    await catalogue.write(() =>
      storeFeed(FEED, readingOf([item], { title: 'Pod', publisher: 'Pub' }), NOW),
    );
    const [episode] = (await search(catalogue, 'akos')).episodes;
    expect(episodeSchema.parse(episode)).toEqual(episode);
    expect(episode).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      title: 'About it',
      link: 'https://show.example/about',
      podcast: 'Pod',
      showId: showIdOf(FEED),
      publisher: 'Pub',
      image: 'https://show.example/cover.jpg',
      description: 'We speak of >>>Ákos<<<’ >>work<<.',
      audio: 'https://audio.example/about.mp3',
      pub_date_ms: NOW - 1234,
      duration_s: 2880,
      strength: 'passing',
      why: 'once',
    });
  });

  it('gives match reasons outside the notes', async () => {
    const { catalogue } = await open();
    const chapters = [{ startMs: 0, title: 'The harbour at night' }];
    const items = [
      feedItem({ title: 'Night', persons: [{ name: 'Ann Harbour', role: null }], chapters }),
      feedItem({
        title: 'Noon',
        persons: [
          { name: '@Bo Harbour', role: 'guest' },
          { name: 'Cy Ames', role: 'host' },
        ],
      }),
      feedItem({
        title: 'Dusk',
        persons: [
          { name: 'Bo Ek', role: 'guest' },
          { name: 'Cy Harbour', role: 'host' },
        ],
      }),
      feedItem({ title: 'The harbour', description: 'Of a harbour.' }),
      feedItem({ title: 'Day', description: 'A harbour.' }),
    ];
    await catalogue.write(() => storeFeed('https://harbour.example/feed', readingOf(items), NOW));
    const { episodes } = await catalogue.query({
      keywords: ['Harbour'],
      limit: 9,
      totalLimit: 9,
    });
    const found = Object.fromEntries(episodes.map(({ title, foundIn }) => [title, foundIn]));
    expect(found).toEqual({
      Night: [
        { place: 'people', text: 'Ann >>>Harbour<<<' },
        { place: 'chapters', text: 'The >>>harbour<<< at night' },
      ],
      Noon: [{ place: 'guest', text: 'Bo >>>Harbour<<<' }],
      Dusk: [{ place: 'host', text: 'Cy >>>Harbour<<<' }],
      'The harbour': [{ place: 'title', text: 'The >>>harbour<<<' }],
      Day: undefined,
    });
  });

  it('highlights every term somewhere, and a field term only in its field', async () => {
    const { catalogue } = await open();
    const notes = `A tide. ${'More of it. '.repeat(80)}At last a ledger.`;
    const item = feedItem({ title: 'Low tide >>>x<<<', description: notes });
    await catalogue.write(() => storeFeed(FEED, readingOf([item]), NOW));
    const foundIn = async (keyword: string) =>
      (await search(catalogue, keyword)).episodes.map((episode) => episode.foundIn);
    const title = { place: 'title', text: 'Low >>>tide<<< >>x<<' };
    const inNotes = {
      place: 'notes',
      text: expect.stringMatching(/^….*At last a >>>ledger<<<.$/) as string,
    };
    expect(await foundIn('tide +ledger')).toEqual([[title, inNotes]]);
    expect(await foundIn('title:tide')).toEqual([[title]]);
    expect(await foundIn('ledger')).toEqual([undefined]);
    expect(await foundIn('show:"the show"')).toEqual([[{ place: 'show', text: '>>>The Show<<<' }]]);
  });

  it('gives at most six reasons for an episode', async () => {
    const { catalogue } = await open();
    const terms = Array.from({ length: 9 }, (_, at) => `word${at}`);
    const chapters = terms.map((title, at) => ({ startMs: at, title }));
    await catalogue.write(() =>
      storeFeed(FEED, readingOf([feedItem({ title: 'Nine', chapters })]), NOW),
    );
    const [episode] = (await catalogue.query({ keywords: terms, limit: 3, totalLimit: 5 }))
      .episodes;
    expect(episode?.foundIn).toHaveLength(6);
    expect(episodeSchema.parse(episode)).toEqual(episode);
  });

  it('returns at most 120 chapters with times, for episodes with audio', async () => {
    const { catalogue } = await open();
    const chapters = [
      { startMs: 0, title: 'Hello' },
      { startMs: 754_500, title: 'Tides and ledgers ' + 'x'.repeat(150) },
    ];
    const many = Array.from({ length: 121 }, (_, at) => ({ startMs: at, title: `Part ${at}` }));
    const items = [
      feedItem({ title: 'word heard', chapters }),
      feedItem({ title: 'word unheard', audio: null, chapters }),
      feedItem({ title: 'word of many', chapters: many }),
    ];
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    const { episodes } = await search(catalogue, 'word');
    expect(episodes.map((episode) => episode.chapters)).toEqual([
      [
        { title: 'Hello', atMs: 0 },
        { title: `Tides and ledgers ${'x'.repeat(82)}`, atMs: 754_500 },
      ],
      undefined,
      undefined,
    ]);
    for (const episode of episodes) expect(episodeSchema.parse(episode)).toEqual(episode);
    // Chapters are searchable even if there are too many to show.
    const [beyond] = (await search(catalogue, 'Part 120')).episodes;
    expect(beyond).toMatchObject({
      title: 'word of many',
      foundIn: [{ place: 'chapters', text: '>>>Part 120<<<' }],
    });
  });

  it('updates the times of chapters', async () => {
    const { catalogue } = await open();
    const item = feedItem({ title: 'word', chapters: [{ startMs: 0, title: 'Hello' }] });
    await catalogue.write(() => storeFeed(FEED, readingOf([item]), NOW));
    const moved = { ...item, chapters: [{ startMs: 5000, title: 'Hello' }] };
    expect((await catalogue.write(() => storeFeed(FEED, readingOf([moved]), NOW))).updated).toBe(1);
    expect((await catalogue.write(() => storeFeed(FEED, readingOf([moved]), NOW))).unchanged).toBe(
      1,
    );
    const [episode] = (await search(catalogue, 'word')).episodes;
    expect(episode?.chapters).toEqual([{ title: 'Hello', atMs: 5000 }]);
  });

  it('falls back to the audio as link and to the image of the show', async () => {
    const { catalogue } = await open();
    const audioOnly = feedItem({ title: 'word', link: null, audio: 'https://audio.example/a.mp3' });
    const image = 'https://show.example/show.jpg';
    await catalogue.write(() => storeFeed(FEED, readingOf([audioOnly], { image }), NOW));
    expect((await search(catalogue, 'word')).episodes[0]).toMatchObject({
      link: audioOnly.audio,
      image,
    });
  });

  it('omits audio and duration, and has an empty image, if the feed has none', async () => {
    const { catalogue } = await open();
    await catalogue.write(() =>
      storeFeed(FEED, readingOf([feedItem({ title: 'word', audio: null })]), NOW),
    );
    const [episode] = (await search(catalogue, 'word')).episodes;
    expect(episode).toMatchObject({ image: '' });
    expect(episode).not.toHaveProperty('audio');
    expect(episode).not.toHaveProperty('duration_s');
  });

  it('counts only matches, beyond the returned episodes', async () => {
    const catalogue = await catalogueOf(4);
    const others = Array.from({ length: 20 }, (_, age) =>
      feedItem({ title: `else ${age}`, publishedAtMs: NOW - age * HOUR_MS }),
    );
    await catalogue.write(() => storeFeed('https://else.example/feed', readingOf(others), NOW));
    expect(await search(catalogue, 'word')).toMatchObject({ total: 4 });
    expect((await search(catalogue, 'word', { startDateMs: NOW - 2 * HOUR_MS })).total).toBe(3);
    expect((await search(catalogue, 'else')).total).toBe(5);
  });

  it('finds a phrase anywhere in a text that repeats a word a thousand times', async () => {
    const { catalogue } = await open();
    const many = (word: string) => `${word} `.repeat(600);
    const description = `begin ${many('word')} middle ${many('word')} of the end ${many('of the')} last`;
    const items = [feedItem({ title: 'often', description }), feedItem({ description: 'word' })];
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    const phrases = [
      'begin word',
      'word word middle',
      'middle word word',
      'word of the end of the',
    ];
    for (const phrase of [...phrases, 'end of the of', 'the of the last', 'often']) {
      const { episodes, total } = await search(catalogue, phrase);
      expect([phrase, total, episodes[0]?.title]).toEqual([phrase, 1, 'often']);
    }
    for (const phrase of ['begin middle', 'middle middle', 'often begin', 'word last']) {
      expect([phrase, (await search(catalogue, phrase)).total]).toEqual([phrase, 0]);
    }
    expect((await search(catalogue, 'word')).total).toBe(2);
    // The same items change nothing; removed words are no longer found.
    expect(await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW))).toMatchObject({
      unchanged: 2,
    });
    const shorter = [{ ...items[0]!, description: 'begin' }, items[1]!];
    await catalogue.write(() => storeFeed(FEED, readingOf(shorter), NOW));
    expect((await search(catalogue, 'middle word')).total).toBe(0);
  });

  it('finds text next to a word that is too long for the index', async () => {
    const { catalogue } = await open();
    const description = `before ${'日本'.repeat(2000)} after it, ${"it's ".repeat(3)}\\ ' end`;
    await catalogue.write(() => storeFeed(FEED, readingOf([feedItem({ description })]), NOW));
    expect((await search(catalogue, 'after it')).total).toBe(1);
    expect((await search(catalogue, 'before')).total).toBe(1);
    expect((await search(catalogue, 'before after')).total).toBe(0);
    expect((await search(catalogue, 's end')).total).toBe(1);
  });

  it('rejects with a code if the catalogue is unreadable', async () => {
    const { catalogue, breakDown } = await open();
    await catalogue.write(() => storeFeed(FEED, readingOf([feedItem({ title: 'word' })]), NOW));
    await breakDown();
    const failure = { name: 'AppError', code: 'internal' };
    await expect(search(catalogue, 'word')).rejects.toMatchObject(failure);
    await expect(catalogue.contents()).rejects.toMatchObject(failure);
  });
});
