// @vitest-environment node
import type { EpisodeFacts, PageNotice, PageResults } from 'functions/contract';
import { expect, test } from 'vitest';
import { ALIAS, ORGANIZATION, PATH } from '#shared/testing/subject-pages.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { entityPath } from '#content/categories.ts';
import { HOME_GROUPS } from '#content/home-groups.ts';
import { EPISODE_EXAMPLES } from '#content/subject.ts';
import { createRenderer } from './create-renderer.ts';

const TEMPLATE = '<html><head></head><body><div id="root"></div></body></html>';
/** Lazy parts are compiled from source here, which is slow on a busy machine. */
const RENDER_TIMEOUT_MS = 60_000;

const found: PageResults = {
  episodes: [sampleEpisode({ title: 'Found' })],
  total: 1,
  foundAtMs: 5,
};

const feedsOf = (html: string) =>
  html.match(/<link[^>]* type="application\/rss\+xml"[^>]*>/g) ?? [];

test('links the feed of a page', { timeout: RENDER_TIMEOUT_MS }, async () => {
  const { render } = createRenderer(TEMPLATE);
  for (const [key, feed] of [
    ['/?q=OpenAI', '/search.xml?q=OpenAI'],
    [PATH, `${PATH}.xml`],
  ] as const) {
    const html = await render(key, found);
    expect(html).toContain('Found');
    expect(feedsOf(html)).toEqual([expect.stringContaining(`href="${feed}"`)]);
    expect(feedsOf(await render(key, null))).toHaveLength(1);
  }
});

/** Returns the titles on a page, the index of its first embedded episode, and the number of embedded episodes. */
async function shownOn(key: string, results: PageResults) {
  const html = await createRenderer(TEMPLATE).render(key, results);
  const [, of = '{}', carried = '[]'] =
    /id="prerendered-episodes" data-of="([^"]*)">(.*?)<\/script>/.exec(html) ?? [];
  const { from = 0 } = JSON.parse(of.replaceAll('&quot;', '"')) as { from?: number };
  const titles = [...html.matchAll(/>Episode (\d+)</g)].map(([, number]) => Number(number));
  return { html, titles, from, carried: (JSON.parse(carried) as unknown[]).length };
}

/** Returns a response with one page of results. */
const pageOf = (skip: number, total: number): PageResults => ({
  episodes: Array.from({ length: Math.min(10, total - skip) }, (_, index) =>
    sampleEpisode({
      title: `Episode ${skip + index}`,
      link: `https://shows.example/${skip + index}`,
    }),
  ),
  total,
  paged: true,
  foundAtMs: 5,
});

test.each([
  [`${PATH}?page=2`, 130, { first: 10, shown: 10 }],
  [`${ALIAS}?page=13`, 125, { first: 120, shown: 5 }],
  ['/trends/quantum-computing?page=8', 75, { first: 70, shown: 5 }],
  ['/?q=OpenAI&page=13', 130, { first: 120, shown: 10 }],
  ['/?q=OpenAI&page=100', 1000, { first: 990, shown: 10 }],
])(
  'renders the further page %s with its episodes and links to its neighbours',
  { timeout: RENDER_TIMEOUT_MS },
  async (key, total, { first, shown }) => {
    const page = await shownOn(key, pageOf(first, total));
    expect(page).toMatchObject({
      titles: Array.from({ length: shown }, (_, index) => first + index),
      from: first,
      carried: shown,
    });
    const { pathname, searchParams } = new URL(key, 'http://site');
    for (const number of [first / 10, 1]) {
      if (number > 1) searchParams.set('page', String(number));
      else searchParams.delete('page');
      const query = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
      expect(page.html).toContain(`href="${(pathname + query).replaceAll('&', '&amp;')}"`);
    }
  },
);

test(
  'only the first page of a topic is indexed; each page has its own canonical URL',
  { timeout: RENDER_TIMEOUT_MS },
  async () => {
    for (const [key, robots] of [
      [PATH, false],
      [`${PATH}?page=2`, true],
    ] as const) {
      const { html } = await shownOn(key, pageOf(robots ? 10 : 0, 30));
      expect(html.includes('name="robots" content="noindex"')).toBe(robots);
      expect(html).toMatch(new RegExp(`rel="canonical" href="[^"]*${key.replace('?', '\\?')}"`));
    }
  },
);

test.each<[PageNotice, string]>([
  ['refused', 'Too many requests. Please wait a moment and try again.'],
  [
    'degraded',
    'The podcast search service is temporarily unavailable. Please try again in a few minutes.',
  ],
  ['unsearched', 'Searches need JavaScript. Turn it on to see this page.'],
  [{ problem: 'At most <3> words' }, 'At most &lt;3&gt; words'],
])('the shell for %j explains why the page is not rendered', (notice, text) => {
  const html = createRenderer(TEMPLATE).shell(notice);
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toMatch(/<noscript><p[^>]*>[^<]*<\/p><\/noscript><div id="root"><\/div>/);
  expect(html).toContain(`>${text}</p>`);
});

test(
  'the home page renders one playable example, and works without',
  { timeout: RENDER_TIMEOUT_MS },
  async () => {
    const { render } = createRenderer(TEMPLATE);
    const audio = 'https://audio.example/1.mp3';
    const spoken = [{ text: `and >>>${EPISODE_EXAMPLES[0]}<<< said so`, atMs: 754_000 }];
    const said = sampleEpisode({ title: 'Said', audio, spoken });
    const html = await render('/', { ...found, episodes: [sampleEpisode(), said] });
    expect(html).toContain('href="https://audio.example/1.mp3#t=754"');
    expect(html).toContain(`Create alert<span class="sr-only"> for <!-- -->${EPISODE_EXAMPLES[0]}`);
    const [, carried = ''] = /id="prerendered-episodes"[^>]*>(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(carried)).toEqual([said]);
    const unmarked = { ...found, episodes: [sampleEpisode({ description: 'No mark.' })] };
    for (const without of [unmarked, { ...found, episodes: [] }, null]) {
      const plain = await render('/', without);
      expect(plain).toContain('Search Episodes');
      expect(plain).not.toContain('in a recent episode');
    }
  },
);

const SHOW = {
  id: '0123456789abcdef0123',
  title: '“Ünïcode” & <b>Söns</b> 🎧',
  feedUrl: 'https://show.example/feed',
  term: 'show:"Ünïcode & <b>Söns</b> 🎧"',
  episodes: 25,
  published: 9,
  heard: 2,
};

test('renders a show’s page with its episodes, facts and a form that works without scripts', async () => {
  const { html, titles, from } = await shownOn('/show/0123456789abcdef0123?page=2', {
    ...pageOf(10, 25),
    show: SHOW,
  });
  expect([titles[0], titles.length, from]).toEqual([10, 10, 10]);
  expect(html).toContain('“Ünïcode” &amp; &lt;b&gt;Söns&lt;/b&gt; 🎧</h1>');
  expect(html).toContain(
    'Of its 25 recent episodes, 9 have the publisher’s transcript, 2 have a machine transcript, and 14 have only show notes. A machine can mishear names.',
  );
  expect(html).toMatch(/<form [^>]*action="\/"><input type="hidden" name="q" value="show:/);
  expect(html).toContain('content="noindex"');
});

test('the first page of a show is indexed, with its own canonical URL and structured data', async () => {
  const { html } = await shownOn('/show/0123456789abcdef0123', { ...pageOf(0, 25), show: SHOW });
  expect(html).not.toContain('noindex');
  expect(html).toMatch(/rel="canonical" href="[^"]*\/show\/0123456789abcdef0123"/);
  expect(html).toContain('PodcastSeries');
  expect(html).toContain('ItemList');
  expect(html).toMatch(
    /<title[^>]*>“Ünïcode” &amp; &lt;b&gt;Söns&lt;\/b&gt; 🎧: latest episodes – /,
  );
});

test('reports a show without recent episodes', async () => {
  const { html } = await shownOn('/show/0123456789abcdef0123', {
    ...pageOf(0, 0),
    show: { ...SHOW, episodes: 0, published: 0, heard: 0 },
  });
  expect(html).toContain('No episodes in the last 35 days.');
  expect(html).not.toContain('No episodes found');
});

test('limits the description for a title of any length', async () => {
  const title = 'Ab🎧'.repeat(60);
  const { html } = await shownOn('/show/0123456789abcdef0123', {
    ...pageOf(0, 5),
    show: { ...SHOW, title },
  });
  const [, description = ''] = /name="description" content="([^"]*)"/.exec(html) ?? [];
  expect(description).toContain('…');
  expect(description.length).toBeLessThanOrEqual(180);
  expect(html).toContain(`${title}</h1>`);
});

test('renders a missing show as not found and not indexed', async () => {
  const missing = { episodes: [], total: 0, show: null, foundAtMs: 5 };
  const { html } = await shownOn('/show/0123456789abcdef0123', missing);
  expect(html).toContain('Nothing to hear here');
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain('canonical');
});

const EPISODE = `/episode/0123456789abcdef0123/${'0'.repeat(32)}`;

function episodeWith(about: Partial<EpisodeFacts>): PageResults {
  const episode = sampleEpisode({
    id: '0'.repeat(32),
    showId: '0123456789abcdef0123',
    title: '“Ünïcode” & <b>Crumbs</b>',
    podcast: 'Café <i>Kilobyte</i>',
    audio: 'https://audio.example/1.mp3',
    chapters: [{ title: 'The <b>landlady</b>', atMs: 948_000 }],
  });
  const said = [{ atMs: 953_400, text: 'Then I found the <b>bakery</b>.', speaker: 'Ann <x>' }];
  const facts = { notes: 'Notes & more', said, mentions: [{ path: PATH }], ...about };
  return { episodes: [episode], total: 1, foundAtMs: 5, about: facts };
}

test('renders a moment with its quotation, chapters, mentions and names, as text', async () => {
  const { html } = await shownOn(`${EPISODE}?t=953`, episodeWith({}));
  expect(html).toContain('“Ünïcode” &amp; &lt;b&gt;Crumbs&lt;/b&gt;</h1>');
  expect(html).toContain('Then I found the &lt;b&gt;bakery&lt;/b&gt;.');
  expect(html).toContain('Play from 15:53');
  expect(html).toContain('The &lt;b&gt;landlady&lt;/b&gt;');
  expect(html).toMatch(new RegExp(`href="${PATH}"[^>]*>${ORGANIZATION.name}`));
  expect(html).toMatch(/aria-label="Breadcrumb".*href="\/show\/0123456789abcdef0123".*Crumbs/);
  expect(html).not.toContain('noindex');
  expect(html).toMatch(/rel="canonical" href="[^"?]*\/episode\/0123456789abcdef0123\/0{32}"/);
  expect(html).toMatch(/property="og:url" content="[^"]*\?t=953"/);
  expect(html).toContain('"@type":"PodcastEpisode"');
  expect(html).toMatch(/name="description" content="“Then I found the/);
});

test('search engines may not list what a machine wrote down', async () => {
  const { html } = await shownOn(`${EPISODE}?t=953`, episodeWith({ isMachine: true }));
  expect(html).toContain('content="noindex"');
  expect(html).toContain('data-nosnippet');
  expect(html).toContain('A machine wrote down what is said');
});

test('renders a missing episode as not found and not indexed', async () => {
  const missing = { episodes: [], total: 0, about: null, foundAtMs: 5 };
  const { html } = await shownOn(EPISODE, missing);
  expect(html).toContain('Nothing to hear here');
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain('canonical');
});

test('sorts home page cards by mentions this week, then by their rise, and never says 0', async () => {
  const days = (before: number, week: number) =>
    [...Array<number>(13).fill(0), week].with(0, before);
  const { title, entities } = HOME_GROUPS.find(({ entities: { length } }) => length > 3)!;
  const [falling = '', most = '', none = '', rising = '', ...others] = entities.map(entityPath);
  const topics = {
    [falling]: days(5, 2),
    [most]: days(1, 1234),
    [none]: days(0, 0),
    [rising]: days(0, 2),
  };
  const { html } = await shownOn('/', { ...found, topics });
  const [, behind = ''] = html.split(`>${title.replaceAll('&', '&amp;')}</h3>`);
  const [group = ''] = behind.split('</ul>');
  const cards = [...group.matchAll(/<a [^>]*href="([^"]*)".*?<\/a>/gs)];
  expect(cards.map(([, path]) => path)).toEqual([most, rising, falling, none, ...others]);
  const texts = cards.map(([card]) => card.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
  expect(texts[0]).toContain('1,234 this week ▲ (up)');
  expect(texts[1]).toContain('2 this week ▲ (up)');
  expect(texts[2]).toContain('2 this week ▼ (down)');
  expect(texts.slice(3).join(' ')).not.toContain('this week');
});
