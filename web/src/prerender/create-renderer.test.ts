// @vitest-environment node
import type { PageResults } from 'functions/contract';
import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { createRenderer } from './create-renderer.ts';

const TEMPLATE = '<html><head></head><body><div id="root"></div></body></html>';
/** The pages' parts come as source here, which takes a while on a busy machine. */
const RENDERED_WITHIN_MS = 60_000;

const found = (source?: PageResults['source']): PageResults => ({
  episodes: [sampleEpisode({ title: 'Found' })],
  total: 1,
  foundAtMs: 5,
  ...(source && { source }),
});

const feedsOf = (html: string) =>
  html.match(/<link[^>]* type="application\/rss\+xml"[^>]*>/g) ?? [];

test(
  'a page names its feed, and none where there is none',
  { timeout: RENDERED_WITHIN_MS },
  async () => {
    const { render } = createRenderer(TEMPLATE);
    for (const [key, feed] of [
      ['/?q=OpenAI', '/search.xml?q=OpenAI'],
      ['/company/openai', '/company/openai.xml'],
    ] as const) {
      const html = await render(key, found());
      expect(html).toContain('Found');
      expect(feedsOf(html)).toEqual([expect.stringContaining(`href="${feed}"`)]);
      expect(feedsOf(await render(key, found('listennotes'))), key).toEqual([]);
      // A page that comes without results cannot tell whose they will be.
      expect(feedsOf(await render(key, null))).toHaveLength(1);
      expect(
        feedsOf(await createRenderer(TEMPLATE, { hasFeeds: false }).render(key, null)),
      ).toEqual([]);
    }
  },
);

test('the page for whoever asked too often is made by the browser, and says why where it is not', () => {
  const html = createRenderer(TEMPLATE).shell();
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toMatch(
    /<noscript><p[^>]*>Too many requests\. Please wait a moment and try again\.<\/p><\/noscript><div id="root"><\/div>/,
  );
});
