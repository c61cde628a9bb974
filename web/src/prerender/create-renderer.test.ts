// @vitest-environment node
import type { PageNotice, PageResults } from 'functions/contract';
import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { createRenderer } from './create-renderer.ts';

const TEMPLATE = '<html><head></head><body><div id="root"></div></body></html>';
/** Lazy parts are compiled from source here, which is slow on a busy machine. */
const RENDERED_WITHIN_MS = 60_000;

const found: PageResults = {
  episodes: [sampleEpisode({ title: 'Found' })],
  total: 1,
  foundAtMs: 5,
};

const feedsOf = (html: string) =>
  html.match(/<link[^>]* type="application\/rss\+xml"[^>]*>/g) ?? [];

test('a page names its feed', { timeout: RENDERED_WITHIN_MS }, async () => {
  const { render } = createRenderer(TEMPLATE);
  for (const [key, feed] of [
    ['/?q=OpenAI', '/search.xml?q=OpenAI'],
    ['/company/openai', '/company/openai.xml'],
  ] as const) {
    const html = await render(key, found);
    expect(html).toContain('Found');
    expect(feedsOf(html)).toEqual([expect.stringContaining(`href="${feed}"`)]);
    expect(feedsOf(await render(key, null))).toHaveLength(1);
  }
});

test.each<[PageNotice, string]>([
  ['refused', 'Too many requests. Please wait a moment and try again.'],
  [
    'degraded',
    'The podcast search service is temporarily unavailable. Please try again in a few minutes.',
  ],
  ['unsearched', 'Searches need JavaScript. Turn it on to see this page.'],
  [{ problem: 'At most <3> words' }, 'At most &lt;3&gt; words'],
])('a page that is left to the browser (%j) says why where it is not made', (notice, text) => {
  const html = createRenderer(TEMPLATE).shell(notice);
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toMatch(/<noscript><p[^>]*>[^<]*<\/p><\/noscript><div id="root"><\/div>/);
  expect(html).toContain(`>${text}</p>`);
});

test(
  'the home page shows and carries one example that plays, and stays whole without any',
  { timeout: RENDERED_WITHIN_MS },
  async () => {
    const { render } = createRenderer(TEMPLATE);
    const audio = 'https://audio.example/1.mp3';
    const spoken = [{ text: 'and >>>OpenAI<<< said so', atMs: 754_000 }];
    const said = sampleEpisode({ title: 'Said', audio, spoken });
    const html = await render('/', { ...found, episodes: [sampleEpisode(), said] });
    expect(html).toContain('href="https://audio.example/1.mp3#t=754"');
    expect(html).toContain('Create alert<span class="sr-only"> for <!-- -->OpenAI');
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
