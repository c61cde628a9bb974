import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../support/account.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { siteUrl } from '../support/stack.ts';
import { heard, visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

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

/** Marks the elements that came with the document, so that one can see what became of them. */
async function rememberDocument(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const heading = document.querySelector('h1');
      if (document.readyState === 'interactive' && heading) heading.dataset['fromServer'] = 'yes';
    });
  });
}

const headingFromServer = (page: Page) => page.locator('h1[data-from-server]').count();

/** Until React has taken the page over: it answers to a click only then. */
function untilTakenOver(page: Page): Promise<unknown> {
  return page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}

describe.each(KINDS)('%s', (address) => {
  test('is taken over by the app as it stands, under the security policy, without an error', async () => {
    const { page, leave } = await visit(browser, 'about:blank');
    await rememberDocument(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    await untilTakenOver(page);
    expect(await headingFromServer(page)).toBe(1);
    expect(await page.locator('head title').count()).toBe(1);
    expect(await page.locator('head meta[name=description]').count()).toBe(1);
    expect(await page.locator('head link[rel=canonical]').count()).toBe(1);
    await leave();
  });

  test.each([PHONE, {}])('does not move while it loads (%o)', async (device) => {
    const { page, leave } = await visit(browser, 'about:blank', device);
    const shifts = await recordLayoutShifts(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(300);
    expect(await shifts()).toEqual([]);
    await leave();
  });

  test('can be read without JavaScript', async () => {
    const { page, leave } = await visit(browser, address, { javaScriptEnabled: false });
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await page.getByRole('main').innerText()).toMatch(/\w+(\W+\w+){30}/);
    await leave();
  });

  test('is there for a signed-in person too, who never sees the visitor’s page', async () => {
    const ada = await signUp();
    const { page, leave } = await visit(browser, '/login');
    await page.getByLabel('Email', { exact: true }).fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: ada.email }).waitFor();
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
    await page.goto(address);
    await page.getByRole('button', { name: ada.email }).waitFor();
    await page.locator('h1').waitFor();
    expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).toEqual([]);
    expect(await page.locator('head title').count()).toBe(1);
    expect(await page.locator('head link[rel=canonical]').count()).toBe(1);
    await leave();
  });
});

describe.each([
  ['all', '**/assets/*.js'],
  ['late', /\/assets\/(?!index-|react-|rolldown-)[^/]+\.js$/],
])('while its scripts are on their way (%s)', (_, scripts) => {
  /** Holds the scripts back until it is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(scripts, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  test('one skips to the content and types, and neither the focus nor a letter is lost', async () => {
    const { page, leave } = await visit(browser, 'about:blank');
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const field = page.getByLabel('Keywords or Phrases');
    await field.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('future of work, ');
    release();
    await heard(field);
    await page.keyboard.type('OpenAI');
    await page.keyboard.press('Enter');
    await page.waitForURL('/?q=future+of+work,OpenAI');
    await page
      .getByRole('region', { name: 'Search results' })
      .getByRole('article')
      .first()
      .waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await leave();
  });

  test('a button pressed is answered once they are there, once', async () => {
    const { page, leave } = await visit(browser, 'about:blank', PHONE);
    const release = await holdScripts(page);
    await page.goto('/company/openai', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    release();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
    await leave();
  });
});

test('a search in the address of the home page is shown at once, not the page without one', async () => {
  const { page, leave } = await visit(browser, 'about:blank');
  await rememberDocument(page);
  await page.goto('/?q=OpenAI');
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  expect(await headingFromServer(page)).toBe(0);
  expect(await page.title()).toContain('OpenAI');
  expect(await page.locator('head title').count()).toBe(1);
  await leave();
});

test('going from page to page leaves one title, one description and one canonical address', async () => {
  const { page, leave } = await visit(browser, '/company/openai');
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await page.waitForURL('/');
  await expect
    .poll(() => page.locator('head link[rel=canonical]').getAttribute('href'))
    .toMatch(/\/$/);
  expect(await page.locator('head title').count()).toBe(1);
  expect(await page.locator('head meta[name=description]').count()).toBe(1);
  expect(await page.locator('head meta[property="og:title"]').count()).toBe(1);
  await leave();
});

test('an address that is no page is taken over like any other', async () => {
  const { page, leave } = await visit(browser, 'about:blank', { expectErrors: /404/ });
  await rememberDocument(page);
  await page.goto('/no/such-page', { waitUntil: 'networkidle' });
  await untilTakenOver(page);
  expect(await headingFromServer(page)).toBe(1);
  await leave();
});

test.each(KINDS)('%s begins with less than 95 kB of compressed scripts', async (address) => {
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
