import { describe, expect, it } from 'vitest';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { storeFeed } from './store/store-feed.ts';

/** Show → title → description of its episodes. */
const SHOWS = {
  'Hard Fork': {
    one: 'OpenAI and Sam Altman. Our sponsor is a bank.',
    two: 'Sam Altman leaves OpenAI',
    three: 'cryptography for everyone',
  },
  'The Daily': {
    four: 'OpenAI, without anybody',
    five: 'Crypto regulation, and venture capital',
    'openai six': 'a talk with Altman',
  },
  'The Daily Brief': {
    seven: 'Elections and crypto',
  },
};

/** Languages as the feeds write them; the third show has none. */
const LANGUAGES: Record<string, string> = { 'Hard Fork': 'EN_us', 'The Daily': 'pt-BR' };

const FINDS: [question: string[], titles: string][] = [
  [['openai'], 'one two four openai six'],
  [['openai', 'crypto'], 'one two four five openai six seven'],
  [['openai -sponsor'], 'two four openai six'],
  [['openai', '-sponsor'], 'two four openai six'],
  [['-sponsor', 'crypto', 'openai'], 'two four five openai six seven'],
  [['+openai +altman'], 'one two openai six'],
  [['openai AND altman'], 'one two openai six'],
  [['openai AND "sam altman"'], 'one two'],
  [['openai AND "altman sam"'], ''],
  [['"sam altman" openai'], 'one two'],
  [['openai AND altman OR crypto*'], 'one two three five openai six seven'],
  [['openai', 'crypto', '+altman'], 'one two openai six'],
  [['crypto*'], 'three five seven'],
  [['crypto'], 'five seven'],
  [['cryp*'], 'three five seven'],
  [['"venture cap*"'], 'five'],
  [['venture cap*', 'sponsor'], 'one five'],
  [['-cryp*', 'venture', 'sponsor'], 'one'],
  [['openai show:"hard fork"'], 'one two'],
  [['openai -show:"Hard Fork"'], 'four openai six'],
  [['crypto* -show:"the daily"'], 'three seven'],
  [['crypto* -show:“The Daily” -show:"Hard Fork"'], 'seven'],
  [['crypto* -show:"daily"'], 'three five seven'],
  [['crypto* -show:daily'], 'three'],
  [['crypto* -show:the-daily'], 'three'],
  [['crypto* -show:"The Dai*"'], 'three'],
  [['crypto* -show:"The Daily Brief"'], 'three five'],
  [['show:daily -show:"The Daily"'], 'seven'],
  [['openai', 'seven -show:"The Daily"'], 'one two seven'],
  [['title:five', 'title:seven', '-show:"The Daily"'], 'seven'],
  [['openai show:fork show:daily'], 'one two four openai six'],
  [['show:fork'], 'one two three'],
  [['show:"The Dai*"'], 'four five openai six seven'],
  [['show:fork -openai'], 'three'],
  [['show:openai'], ''],
  [['title:openai'], 'openai six'],
  [['title:openai', 'crypto'], 'five openai six seven'],
  [['openai -title:openai'], 'one two four'],
  [['altman +title:open*'], 'openai six'],
  [['fork'], 'one two three'],
  [['title:fork'], ''],
  [['-openai'], ''],
  [['spoken:openai'], ''],
  [['spoken:openai', 'crypto'], 'five seven'],
  [['openai -spoken:altman'], 'one two four openai six'],
  [['openai lang:en'], 'one two'],
  [['openai lang:pt'], 'four openai six'],
  [['openai', '+LANG:"pt-PT"'], 'four openai six'],
  [['openai lang:Portuguese'], 'four openai six'],
  [['openai lang:en lang:pt'], 'one two four openai six'],
  [['openai', 'lang:en OR lang:pt'], 'one two four openai six'],
  [['openai lang:de'], ''],
  [['openai lang:xx'], ''],
  [['openai lang:none'], ''],
  [['crypto* -lang:en'], 'five seven'],
  [['crypto* -lang:"pt" -lang:en'], 'seven'],
  [['crypto* -lang:xx'], 'three five seven'],
  [['show:daily lang:pt'], 'four five openai six'],
  [['show:daily -lang:pt'], 'seven'],
  [['title:openai OR title:one', 'lang:en'], 'one'],
  [['openai -altman lang:pt'], 'four'],
  [['lang:en'], ''],
  [['lang:en -openai'], ''],
  [['lang', 'pt', 'en', 'Portuguese'], ''],
  [['openai OR'], ''],
  [['-'], ''],
];

describe.each(ENGINES)('query syntax on $engine', ({ open }) => {
  it('finds the expected episodes for every operator', async () => {
    const { catalogue } = await open();
    for (const [title, episodes] of Object.entries(SHOWS)) {
      const items = Object.entries(episodes).map(([name, description]) =>
        feedItem({ title: name, description }),
      );
      const url = `https://show.example/${encodeURIComponent(title)}`;
      const language = LANGUAGES[title] ?? null;
      await catalogue.write(() => storeFeed(url, readingOf(items, { title, language }), NOW));
    }
    const order = Object.values(SHOWS).flatMap((episodes) => Object.keys(episodes));
    const found: typeof FINDS = [];
    for (const [keywords] of FINDS) {
      const { episodes, total } = await catalogue.query({ keywords, limit: 100, totalLimit: 100 });
      expect([keywords, total]).toEqual([keywords, episodes.length]);
      const titles = episodes.map(({ title }) => title);
      found.push([keywords, order.filter((title) => titles.includes(title)).join(' ')]);
    }
    expect(found).toEqual(FINDS);
  });

  it('highlights only wanted terms in the notes', async () => {
    const { catalogue } = await open();
    const description = 'OpenAI and cryptography in the show, with a title';
    const items = [feedItem({ title: 'show title', description })];
    await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
    const keywords = ['openai', '+crypt*', 'title:title', 'show:show', '-banana'];
    const { episodes } = await catalogue.query({ keywords, limit: 10, totalLimit: 10 });
    expect(episodes.map((episode) => episode.description)).toEqual([
      '>>>OpenAI<<< and >>>cryptography<<< in the show, with a title',
    ]);
  });

  it('updates the language of a show', async () => {
    const { catalogue, checkIndex } = await open();
    const item = feedItem({ title: 'one', description: 'openai' });
    const found = [];
    for (const language of ['de-AT', 'und', 'fr', null, 'de']) {
      const reading = readingOf([item], { language });
      await catalogue.write(() => storeFeed('https://show.example/feed', reading, NOW));
      await checkIndex();
      const query = { keywords: ['openai lang:de'], limit: 10, totalLimit: 10 };
      found.push((await catalogue.query(query)).total);
    }
    expect(found).toEqual([1, 0, 0, 0, 1]);
  });

  it.each([
    ['jp', 'ja'],
    ['Deutsch', 'de'],
    ['español', 'es'],
    ['iw-IL', 'he'],
  ])('lang: finds and -lang: leaves out a show whose language is %s', async (language, code) => {
    const { catalogue } = await open();
    const item = feedItem({ title: 'one', description: 'openai' });
    await catalogue.write(() =>
      storeFeed('https://show.example/feed', readingOf([item], { language }), NOW),
    );
    const countOf = async (keyword: string) =>
      (await catalogue.query({ keywords: [keyword], limit: 10, totalLimit: 10 })).total;
    expect(await countOf(`openai lang:${code}`)).toBe(1);
    expect(await countOf(`openai -lang:${code}`)).toBe(0);
    expect(await countOf('openai lang:en')).toBe(0);
  });

  it('searches all of an episode that exceeds one index entry', async () => {
    const { catalogue } = await open();
    const filler = 'word '.repeat(600);
    const description = `first ${filler} second ${filler} third`;
    const items = [
      feedItem({ title: 'long', description }),
      feedItem({ title: 'short', description: 'first second' }),
    ];
    await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
    const titles = async (question: string) => {
      const query = { keywords: [question], limit: 10, totalLimit: 10 };
      const { episodes } = await catalogue.query(query);
      return episodes.map(({ title }) => title).sort();
    };
    expect(await titles('first AND second')).toEqual(['long', 'short']);
    expect(await titles('second AND third')).toEqual(['long']);
    expect(await titles('first -third')).toEqual(['short']);
    expect(await titles('third -first')).toEqual([]);
    expect(await titles('title:long AND thir*')).toEqual(['long']);
    expect(await titles('third OR title:short')).toEqual(['long', 'short']);
    expect(await titles('second -title:long')).toEqual(['short']);
    expect(await titles('third -fourth show:show')).toEqual(['long']);
    expect(await titles('third lang:en')).toEqual(['long']);
    expect(await titles('second lang:en')).toEqual(['long', 'short']);
    expect(await titles('third -lang:en')).toEqual([]);
    expect(await titles('third lang:de')).toEqual([]);
    expect(await titles('third -lang:de')).toEqual(['long']);
  });
});
