import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Episode,
  searchRequestSchema,
  searchResponseSchema,
} from '../../functions/src/contract/index.ts';
import { buildSite, listen, type Listening } from '../support/built-site.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { visit } from '../support/visitor.ts';

const BUILT_WITHIN_MS = 180_000;
const HOSTILE = '</script><script>document.title="taken"</script><!-- "&" \u2028';

function episode(keyword: string, index: number): Episode {
  const title = index === 0 ? `${keyword} ${HOSTILE}` : `${keyword}, part ${index}`;
  return {
    title,
    link: `https://shows.example/${encodeURIComponent(keyword)}/${index}`,
    podcast: 'Signal & Noise',
    publisher: 'Northlight Audio',
    image: '',
    description: `Everything about >>>${keyword}<<<, and more.`,
    pub_date_ms: Date.now() - (index + 1) * 3_600_000,
  };
}

let browser: Browser;
let backend: Listening;
let site: Awaited<ReturnType<typeof buildSite>>;

beforeAll(async () => {
  browser = await launchBrowser();
  backend = await listen((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { keywords } = searchRequestSchema.parse(JSON.parse(body));
      const [keyword = ''] = keywords;
      if (keyword === 'Anthropic') return response.writeHead(503).end();
      const episodes = Array.from({ length: 12 }, (_, index) => episode(keyword, index));
      const answer = searchResponseSchema.parse({ episodes, total: 12 });
      return response.end(JSON.stringify(answer));
    });
  });
  site = await buildSite(backend.url);
}, BUILT_WITHIN_MS);

afterAll(async () => {
  await browser.close();
  site.close();
  backend.close();
});

/** The searches a page sends from now on; there is no backend here to answer them. */
function searchesOf(page: Page): string[] {
  const searches: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/search')) searches.push(request.url());
  });
  return searches;
}

const titles = (page: Page) =>
  page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents();

describe.each([
  ['/company/openai', 'OpenAI', 10],
  ['/openai', 'OpenAI', 10],
  ['/trends/future-of-work', 'Future Of Work', 10],
  ['/topics/future-of-work', 'Future Of Work', 10],
  ['/topics/ai-machine-learning', 'AI', 4],
])('%s, built with its episodes,', (address, keyword, shown) => {
  test('has them in the HTML, also for those without JavaScript', async () => {
    const { page, leave } = await visit(browser, 'about:blank', { javaScriptEnabled: false });
    await page.goto(site.url + address);
    const found = await titles(page);
    expect(found).toHaveLength(shown);
    expect(found[0]).toBe(`${keyword} ${HOSTILE}`);
    await leave();
  });

  test('is taken over with them, without searching, moving or an error; a title stays data', async () => {
    const { page, leave } = await visit(browser, 'about:blank');
    const searches = searchesOf(page);
    const shifts = await recordLayoutShifts(page);
    await page.goto(site.url + address, { waitUntil: 'networkidle' });
    await page.locator('#prerendered-episodes-loaded').waitFor({ state: 'attached' });
    expect(await titles(page)).toHaveLength(shown);
    expect(await page.title()).not.toBe('taken');
    expect(searches).toEqual([]);
    expect(await shifts()).toEqual([]);
    await leave();
  });
});

test('episodes of one page are not shown on the next one', async () => {
  const { page, leave } = await visit(browser, 'about:blank', { expectErrors: /Failed to load/ });
  await page.route('**/search', (route) => route.fulfill({ json: { episodes: [], total: 0 } }));
  await page.goto(`${site.url}/company/openai`, { waitUntil: 'networkidle' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sam Altman' }).click();
  await page.getByText('No episodes found for your search.').waitFor();
  await leave();
});

test('a page whose search failed is built without episodes, and the log says so', async () => {
  expect(site.log).toContain('/company/anthropic is built without episodes: Error: 503');
  const html = await (await fetch(`${site.url}/company/anthropic`)).text();
  expect(html).toContain('Anthropic Podcast Mentions');
  expect(html).not.toContain('id="prerendered-episodes"');
});
