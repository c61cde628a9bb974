import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { expect, test } from '../support/journey.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { button } from '../support/member.ts';
import { untilHeard } from '../support/page-readiness.ts';
import { siteUrl } from '../support/stack.ts';

/** One address of each kind of page. */
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
];

const PHONE = { viewport: { width: 375, height: 800 }, isMobile: true, hasTouch: true };

/** Marks the main heading that came with the document, so that one can see what became of it. */
async function rememberDocument(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const heading = document.querySelector('h1');
      if (document.readyState === 'interactive' && heading) heading.dataset['fromServer'] = 'yes';
    });
  });
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

    for (const address of KINDS) {
      test(`${address} is taken over as it stands, and nothing moves`, async ({ page }) => {
        const shifts = await recordLayoutShifts(page);
        await rememberDocument(page);
        await page.goto(address, { waitUntil: 'networkidle' });
        await untilHeard(page);
        await expect(headingFromServer(page)).toHaveCount(1);
        await expectOneHead(page);
        expect(await shifts()).toEqual([]);
      });
    }
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const address of KINDS) {
    test(`${address} can be read`, async ({ page }) => {
      await page.goto(address);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.getByRole('main')).toHaveText(/\w+(\W+\w+){30}/, { useInnerText: true });
    });
  }
});

test('a signed-in person never sees the visitor’s page', async ({ page, member }) => {
  // Says each time a sign-up link can be seen.
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
  test.describe(`while its scripts are on their way (${which})`, () => {
    /** Holds the scripts back until what is returned is called. */
    async function holdScripts(page: Page): Promise<() => void> {
      const { opened, open } = gate();
      await page.route(scripts, async (route) => {
        await opened;
        await route.continue();
      });
      return open;
    }

    test('one skips to the content and types, and neither the focus nor a letter is lost', async ({
      page,
    }) => {
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

      test('a button pressed is answered once they are there, once', async ({ page }) => {
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

test('a search in the address of the home page is shown at once, not the page without one', async ({
  page,
}) => {
  await rememberDocument(page);
  await page.goto('/?q=OpenAI');
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(headingFromServer(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/OpenAI/);
  await expect(page.locator('head title')).toHaveCount(1);
});

test('going from page to page leaves one title, one description and one canonical address', async ({
  page,
}) => {
  await page.goto('/company/openai');
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', /\/$/);
  await expectOneHead(page);
  await expect(page.locator('head meta[property="og:title"]')).toHaveCount(1);
});

test.describe('an address that is no page', () => {
  test.use({ expectErrors: /404/ });

  test('is taken over like any other', async ({ page }) => {
    await rememberDocument(page);
    await page.goto('/no/such-page', { waitUntil: 'networkidle' });
    await untilHeard(page);
    await expect(headingFromServer(page)).toHaveCount(1);
  });
});

for (const address of KINDS) {
  test(`${address} begins with less than 95 kB of compressed scripts`, async () => {
    const html = await (await fetch(siteUrl() + address)).text();
    // What the document names is fetched before anything is run; pages' own parts come after that.
    const scripts = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.js)"/g)];
    const bytes = scripts.map(async ([, path = '']) => {
      const answer = await fetch(siteUrl() + path);
      return gzipSync(await answer.arrayBuffer()).length;
    });
    expect(scripts.length).toBeGreaterThan(1);
    expect((await Promise.all(bytes)).reduce((sum, size) => sum + size)).toBeLessThan(95_000);
  });
}
