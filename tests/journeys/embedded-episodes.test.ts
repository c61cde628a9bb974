import type { Page } from '@playwright/test';
import {
  type Episode,
  searchRequestSchema,
  searchResponseSchema,
} from '../../functions/src/contract/index.ts';
import { buildSite, listen, type Listening } from '../support/built-site.ts';
import { expect, test as base } from '../support/journey.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';

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

/** What answers searches while the site is built. */
function startBackend(): Promise<Listening> {
  return listen((request, response) => {
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
}

/** The site is built once: its tests stay in one worker. */
const test = base.extend<object, { site: Awaited<ReturnType<typeof buildSite>> }>({
  site: [
    async ({}, use) => {
      const backend = await startBackend();
      const site = await buildSite(backend.url);
      backend.close();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: BUILT_WITHIN_MS },
  ],
});
test.describe.configure({ mode: 'default' });

/** The searches a page sends from now on; there is no backend here to answer them. */
function searchesOf(page: Page): string[] {
  const searches: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/search')) searches.push(request.url());
  });
  return searches;
}

const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 });

for (const [address, keyword, shown] of [
  ['/company/openai', 'OpenAI', 10],
  ['/openai', 'OpenAI', 10],
  ['/trends/future-of-work', 'Future Of Work', 10],
  ['/topics/future-of-work', 'Future Of Work', 10],
  ['/topics/ai-machine-learning', 'AI', 4],
] as const) {
  test.describe(`${address}, built with its episodes,`, () => {
    test.describe('for those without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('has them in the HTML', async ({ page, site }) => {
        await page.goto(site.url + address);
        await expect(titles(page)).toHaveCount(shown);
        expect(await titles(page).first().textContent()).toBe(`${keyword} ${HOSTILE}`);
      });
    });

    test('is taken over with them, without searching, moving or an error; a title stays data', async ({
      page,
      site,
    }) => {
      const searches = searchesOf(page);
      const shifts = await recordLayoutShifts(page);
      await page.goto(site.url + address, { waitUntil: 'networkidle' });
      await expect(page.locator('#prerendered-episodes-loaded')).toBeAttached();
      await expect(titles(page)).toHaveCount(shown);
      await expect(page).not.toHaveTitle('taken');
      expect(searches).toEqual([]);
      expect(await shifts()).toEqual([]);
    });
  });
}

test.describe('the next page', () => {
  test.use({ expectErrors: /Failed to load/ });

  test('does not show the episodes of the one before', async ({ page, site }) => {
    await page.route('**/search', (route) => route.fulfill({ json: { episodes: [], total: 0 } }));
    await page.goto(`${site.url}/company/openai`, { waitUntil: 'networkidle' });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sam Altman' }).click();
    await expect(page.getByText('No episodes found for your search.')).toBeVisible();
  });
});

test('a page whose search failed is built without episodes, and the log says so', async ({
  site,
}) => {
  expect(site.log).toContain('/company/anthropic is built without episodes: Error: 503');
  const html = await (await fetch(`${site.url}/company/anthropic`)).text();
  expect(html).toContain('Anthropic Podcast Mentions');
  expect(html).not.toContain('id="prerendered-episodes"');
});
