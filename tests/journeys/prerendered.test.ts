import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { searchResponseSchema } from '../../functions/src/contract/index.ts';
import { gate } from '../support/journey/gate.ts';
import { expect, test } from '../support/journey/journey.ts';
import { recordLayoutShifts } from '../support/browser/layout-shifts.ts';
import { button } from '../support/journey/member.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { siteUrl } from '../support/stack.ts';

/** One path of each kind of page. */
const KINDS = [
  '/',
  '/company/openai',
  '/openai',
  '/trends/future-of-work',
  '/topics/future-of-work',
  '/topics/ai-machine-learning',
  '/topics/venture-capital',
  '/terms',
  '/about',
  '/developers',
];

/** Number of episodes by path; other pages have none. */
const SHOWN: Partial<Record<string, number>> = {
  '/company/openai': 10,
  '/openai': 10,
  '/trends/future-of-work': 7,
  '/topics/future-of-work': 7,
  '/topics/ai-machine-learning': 4,
  '/topics/venture-capital': 4,
};

const PHONE = { viewport: { width: 375, height: 800 }, isMobile: true, hasTouch: true };

/** Marks the document's h1, to tell later whether React hydrated or replaced it. */
async function rememberDocument(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const heading = document.querySelector('h1');
      if (document.readyState === 'interactive' && heading) heading.dataset['fromServer'] = 'yes';
    });
  });
}

const episodes = (page: Page) => page.getByRole('listitem').getByRole('article');
const titles = (page: Page) => episodes(page).getByRole('heading');

function searchesOf(page: Page): string[] {
  const searches: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/search')) searches.push(request.url());
  });
  return searches;
}

/**
 * Makes the backend report the longest figures and a recent refresh. Routes turn off the HTTP cache, so every page
 * loads its chunks as on a first visit.
 */
async function refreshJustNow(page: Page): Promise<void> {
  const health = { status: 'ok', episodes: 123_456, podcasts: 1234 };
  await page.route('**/api/health', (route) =>
    route.fulfill({ json: { ...health, refreshedAtMs: Date.now() - 10_000 } }),
  );
}

const headingFromServer = (page: Page) => page.locator('h1[data-from-server]');

async function expectOneHead(page: Page): Promise<void> {
  await expect(page.locator('head title')).toHaveCount(1);
  await expect(page.locator('head meta[name=description]')).toHaveCount(1);
  await expect(page.locator('head link[rel=canonical]')).toHaveCount(1);
}

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', {}],
] as const) {
  test.describe(`on a ${device}`, () => {
    test.use(options);

    test('every kind of page hydrates without a layout shift or a search', async ({ page }) => {
      const searches = searchesOf(page);
      const shifts = await recordLayoutShifts(page);
      await rememberDocument(page);
      await refreshJustNow(page);
      for (const address of KINDS) {
        await test.step(address, async () => {
          await page.goto(address, { waitUntil: 'networkidle' });
          await untilHeard(page);
          await expect(headingFromServer(page)).toHaveCount(1);
          await expectOneHead(page);
          expect.soft(await shifts(), `moves on ${address}`).toEqual([]);
          const shown = SHOWN[address] ?? 0;
          await expect(episodes(page)).toHaveCount(shown);
          // An element marks prerendered episodes. The home page has it, too, because it contains an example.
          const carried = shown > 0 || address === '/';
          await expect(page.locator('#prerendered-episodes-loaded')).toHaveCount(carried ? 1 : 0);
          if (shown > 0) expect(await widthsOfDates(page)).toHaveLength(1);
        });
      }
      expect(searches).toEqual([]);
    });
  });
}

/**
 * Returns the distinct widths of the first card's date for several texts: only one if the card reserves space for the
 * longest.
 */
async function widthsOfDates(page: Page): Promise<number[]> {
  const date = page.locator('[data-when] > time').first();
  const texts = ['Nov 20, 2026', '20 minutes ago', '44 minutes ago', '10 months ago'];
  return date.evaluate((time, said) => {
    const widths = said.map((text) => {
      time.textContent = text;
      return time.getBoundingClientRect().width;
    });
    return [...new Set(widths)];
  }, texts);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every kind of page can be read', async ({ page }) => {
    for (const address of KINDS) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.getByRole('main')).toHaveText(/\w+(\W+\w+){30}/, { useInnerText: true });
      });
    }
  });

  test('an episode of two shows is one result', async ({ page }) => {
    const results = page.getByRole('article');
    await page.goto('/?q=pierogi');
    await expect(results).toHaveCount(1);
    await expect(results.getByText(/^Also in /)).toHaveText(/Also in (Cap Table|Founders)/);
  });
});

test('a member never sees the visitors’ page', async ({ page, member }) => {
  // Records in each frame whether a sign-up link is visible.
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const link = document.querySelector<HTMLElement>('a[href="/signup"]');
      if (link?.checkVisibility({ visibilityProperty: true })) seen.push(true);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const address of KINDS) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(button(page, member.email)).toBeVisible();
      await expect(page.locator('h1')).toBeVisible();
      const seen = await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen);
      expect(seen, address).toEqual([]);
      await expect(page.locator('head title')).toHaveCount(1);
      await expect(page.locator('head link[rel=canonical]')).toHaveCount(1);
    });
  }
});

for (const [which, scripts] of [
  ['all', '**/assets/*.js'],
  ['late', /\/assets\/(?!index-|react-|rolldown-)[^/]+\.js$/],
] as const) {
  test.describe(`before its scripts have loaded (${which})`, () => {
    /** Blocks the scripts until the returned function is called. */
    async function holdScripts(page: Page): Promise<() => void> {
      const { opened, open } = gate();
      await page.route(scripts, async (route) => {
        await opened;
        await route.continue();
      });
      return open;
    }

    test('skipping to the content and typing lose neither focus nor letters', async ({ page }) => {
      const release = await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      const field = page.getByLabel('Keywords or Phrases');
      await expect(field).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('future of work, ');
      release();
      await untilHeard(page);
      await page.keyboard.type('OpenAI');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/?q=future+of+work,OpenAI');
      await expect(
        page.getByRole('region', { name: 'Search results' }).getByRole('article').first(),
      ).toBeVisible();
      await expect(field).toBeFocused();
    });

    test.describe('on a phone', () => {
      test.use(PHONE);

      test('a pressed button acts once after the scripts have loaded', async ({ page }) => {
        const release = await holdScripts(page);
        await page.goto('/company/openai', { waitUntil: 'commit' });
        await page.getByRole('button', { name: 'Menu' }).tap();
        release();
        const menu = page.getByRole('dialog', { name: 'Menu' });
        await expect(menu).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
      });
    });
  });
}

test('a further page of a topic hydrates unchanged, and leads to the first', async ({ page }) => {
  const searches = searchesOf(page);
  await rememberDocument(page);
  await page.goto('/trends/ai?page=7', { waitUntil: 'networkidle' });
  await untilHeard(page);
  await expect(headingFromServer(page)).toHaveCount(1);
  await expect(episodes(page)).toHaveCount(10);
  expect(searches).toEqual([]);
  const [seventh = ''] = await titles(page).allTextContents();
  const prepared = page.waitForResponse('**/api/search');
  await page.getByRole('link', { name: 'Page 1', exact: true }).scrollIntoViewIfNeeded();
  await prepared;
  await page.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect(titles(page).first()).not.toHaveText(seventh);
  await expect(episodes(page)).toHaveCount(10);
  // The page prefetched two searches: for page 1, and for page 8, whose link came into view as well.
  expect(searches).toHaveLength(2);
});

function topOfHeading(page: Page): Promise<number | undefined> {
  return page.evaluate(
    () => document.querySelector('h2:has(.sr-only)')?.getBoundingClientRect().top,
  );
}

/** Measures the page as it is painted while its HTML arrives: the heading without what follows it. */
function topOfHeadingAlone(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const heading = document.querySelector('h2:has(.sr-only)');
    const beside = [...(heading?.parentElement?.children ?? [])].filter((each) => each !== heading);
    const hide = (hidden: string) => {
      for (const each of beside as HTMLElement[]) each.style.display = hidden;
    };
    hide('none');
    const top = heading?.getBoundingClientRect().top;
    hide('');
    return top;
  });
}

test('a search in the URL is prerendered, and leads to its second page and back', async ({
  page,
}) => {
  const searches = searchesOf(page);
  const shifts = await recordLayoutShifts(page);
  await rememberDocument(page);
  await page.goto('/?q=OpenAI', { waitUntil: 'networkidle' });
  await untilHeard(page);
  await expect(headingFromServer(page)).toHaveCount(1);
  await expect(page).toHaveTitle('OpenAI – Earshot');
  await expect(page.locator('head title')).toHaveCount(1);
  expect(await shifts()).toEqual([]);
  expect(await topOfHeading(page)).toEqual(await topOfHeadingAlone(page));
  const first = await titles(page).allTextContents();
  expect(searches).toEqual([]);
  const prepared = page.waitForResponse('**/api/search');
  await page.getByRole('link', { name: 'Next' }).scrollIntoViewIfNeeded();
  await prepared;
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/?q=OpenAI&page=2');
  await expect(titles(page).first()).not.toHaveText(first[0] ?? '');
  await page.goBack();
  await expect(titles(page)).toHaveText(first);
  expect(searches).toHaveLength(1);
});

test('going back before a reloaded page has its scripts shows the previous page', async ({
  page,
}) => {
  await page.goto('/?q=OpenAI');
  await untilHeard(page);
  const first = await titles(page).allTextContents();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/?q=OpenAI&page=2');
  await expect(titles(page).first()).not.toHaveText(first[0] ?? '');
  const { opened, open } = gate();
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(titles(page)).toHaveCount(10);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/?q=OpenAI');
  open();
  await untilHeard(page);
  await expect(titles(page)).toHaveText(first);
});

test.describe('a page cached for an hour', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.setSystemTime(Date.now() + 3_600_000);
  });

  for (const address of ['/company/openai', '/?q=OpenAI']) {
    test(`${address} shows its episodes, then new ones, without a layout shift`, async ({
      page,
    }) => {
      const shifts = await recordLayoutShifts(page);
      const { opened, open } = gate();
      await page.route('**/api/search', async (route) => {
        await opened;
        const response = await route.fetch();
        const answer = searchResponseSchema.parse(await response.json());
        const { episodes: found, total } = answer;
        const [first] = found;
        const newest = { ...first, title: 'Of this minute', link: 'https://shows.example/newest' };
        const json = { ...answer, episodes: [newest, ...found], total: total + 1 };
        await route.fulfill({ response, json });
      });
      await page.goto(address);
      await untilHeard(page);
      await expect(episodes(page)).toHaveCount(10);
      // Compares titles, because the date becomes relative later.
      const before = await titles(page).first().textContent();
      open();
      await expect(episodes(page).first()).toContainText('Of this minute');
      await expect(titles(page).nth(1)).toHaveText(before ?? '');
      await expect(episodes(page)).toHaveCount(10);
      expect(await shifts()).toEqual([]);
    });
  }

  test.describe('while the search fails', () => {
    test.use({ expectErrors: /503/ });

    test('keeps its episodes without a message', async ({ page }) => {
      await page.route('**/api/search', (route) => route.fulfill({ status: 503 }));
      const refused = page.waitForResponse('**/api/search');
      await page.goto('/company/openai');
      await refused;
      await untilHeard(page);
      await expect(episodes(page)).toHaveCount(10);
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  });
});

test.describe('a page whose scripts a deployment removed', () => {
  test.use({ expectErrors: /404/ });

  for (const [what, missing, loads] of [
    ['is loaded again', 1, 2],
    ['stays readable if they are missing again', Infinity, 2],
  ] as const) {
    test(what, async ({ page }) => {
      let asked = 0;
      await page.route(/\/assets\/index-[^/]+\.js$/, (route) => {
        asked += 1;
        return asked <= missing ? route.fulfill({ status: 404 }) : route.continue();
      });
      await page.goto('/company/openai');
      await expect.poll(() => asked).toBe(loads);
      if (missing === 1) await untilHeard(page);
      await page.waitForLoadState('networkidle');
      await expect(episodes(page)).toHaveCount(10);
      expect(asked).toBe(loads);
    });
  }
});

test('navigation leaves one title, one description and one canonical URL', async ({ page }) => {
  await page.goto('/company/openai');
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', /\/$/);
  await expectOneHead(page);
  await expect(page.locator('head meta[property="og:title"]')).toHaveCount(1);
});

test.describe('an unknown address', () => {
  test.use({ expectErrors: /404/ });

  test('hydrates like any other page', async ({ page }) => {
    await rememberDocument(page);
    await page.goto('/no/such-page', { waitUntil: 'networkidle' });
    await untilHeard(page);
    await expect(headingFromServer(page)).toHaveCount(1);
  });
});

test('every kind of page starts with less than 90.2 kB of compressed scripts', async () => {
  for (const address of KINDS) {
    const page = await (await fetch(siteUrl() + address)).text();
    // Visitors do not load what the templates for members name.
    const html = page.replace(/<template id="member.*?<\/template>/gs, '');
    // Counts the scripts that the document names, without lazy chunks.
    const scripts = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.js)"/g)];
    const bytes = scripts.map(async ([, path = '']) => {
      const answer = await fetch(siteUrl() + path);
      return gzipSync(await answer.arrayBuffer()).length;
    });
    expect(scripts.length).toBeGreaterThan(1);
    const total = (await Promise.all(bytes)).reduce((sum, size) => sum + size);
    expect.soft(total, address).toBeLessThan(90_200);
  }
});
