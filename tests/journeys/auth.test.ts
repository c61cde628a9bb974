import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/launch-browser.ts';
import { heard, picture, sidewaysOverflow, visit } from '../support/visitor.ts';
import { examine, look } from '../support/look.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const PASSWORD = 'correct horse';
const PHONE = { viewport: { width: 375, height: 800 } };
/** The browser itself reports what the identity service refuses. */
const REFUSED = /Failed to load resource/;

let people = 0;

/** An email address nobody has signed up with. */
function newEmail(): string {
  people += 1;
  return `reader-${process.pid}-${Date.now()}-${people}@example.com`;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const onHome = (page: Page) => page.waitForURL((url) => url.pathname === '/');

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await button(page, 'Create account').click();
  await onHome(page);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}

async function signOut(page: Page, email: string): Promise<void> {
  await button(page, email).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Sign In' }).waitFor();
}

/** Opens the mobile menu and waits until it has slid in. */
async function openMenu(page: Page) {
  const menu = page.getByRole('dialog', { name: 'Menu' });
  // The way home after signing in or out may still be under way, and closes what was opened before.
  await expect
    .poll(
      async () => {
        await heard(button(page, 'Menu'));
        await button(page, 'Menu').click();
        return menu.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await menu.evaluate((element) =>
    Promise.all(element.getAnimations().map((animation) => animation.finished)),
  );
  return menu;
}

describe('with email and password', () => {
  test('one signs up, out, in again, is told of a wrong password, and resets it', async () => {
    const email = newEmail();
    const { page, leave } = await visit(browser, '/', { expectErrors: REFUSED });
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await heading(page, 'Create your account').waitFor();
    await signUp(page, email);
    await button(page, email).waitFor();
    await page.reload();
    await button(page, email).waitFor();

    await signOut(page, email);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await button(page, email).count()).toBe(0);

    await page.getByRole('link', { name: 'Sign In' }).click();
    await heading(page, 'Welcome back').waitFor();
    await signIn(page, email, 'wrong password');
    const alert = page.getByRole('alert');
    await alert.getByText('Failed to sign in. Please check your credentials.').waitFor();
    await signIn(page, email, PASSWORD);
    await onHome(page);
    await button(page, email).waitFor();

    await signOut(page, email);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Reset your password').waitFor();
    await page.getByLabel('Email').fill(`nobody-${email}`);
    await button(page, 'Reset Password').click();
    await alert.getByText('Failed to reset password. Please check your email address.').waitFor();
    await page.getByLabel('Email').fill(email);
    await button(page, 'Reset Password').click();
    await page.getByText('Check your inbox for further instructions').waitFor();
    expect(await alert.count()).toBe(0);
    await leave();
  });

  test('a sign-up is refused where passwords differ, are short, or the address is taken', async () => {
    const email = newEmail();
    const { page, leave } = await visit(browser, 'about:blank', { expectErrors: REFUSED });
    await signUp(page, email);
    await signOut(page, email);
    await page.goto('/signup');
    const attempt = async (password: string, confirmation: string, sentence: string) => {
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password', { exact: true }).fill(confirmation);
      await button(page, 'Create account').click();
      await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor();
    };
    await attempt('short', 'other', 'Passwords do not match');
    await attempt('short', 'short', 'Password must be at least 6 characters');
    await attempt(PASSWORD, PASSWORD, 'The email address is already in use by another account.');
    expect(new URL(page.url()).pathname).toBe('/signup');
    await leave();
  });
});

test('with Google one is in at once; turning back in its window says so', async () => {
  const email = newEmail();
  const { page, leave } = await visit(browser, '/login');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await button(page, 'Sign in with Google').click();
  await page.getByRole('alert').getByText('Sign-in was cancelled. Please try again.').waitFor();
  page.once('dialog', (dialog) => void dialog.accept(email));
  await button(page, 'Sign in with Google').click();
  await onHome(page);
  await button(page, email).waitFor();
  await leave();
});

describe('the guards', () => {
  const MEMBERS = ['/dashboard', '/alerts', '/bookmarks'];
  const VISITORS = ['/login', '/signup', '/forgot-password'];

  test('send visitors from the pages of signed-in people to the sign-in screen', async () => {
    const { page, leave } = await visit(browser, 'about:blank');
    for (const address of MEMBERS) {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(200);
      await heading(page, 'Welcome back').waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
    }
    await leave();
  });

  test('send signed-in people from the sign-in screens home', async () => {
    const email = newEmail();
    const { page, leave } = await visit(browser, 'about:blank');
    await signUp(page, email);
    for (const address of VISITORS) {
      await page.goto(address);
      await onHome(page);
      await button(page, email).waitFor();
    }
    for (const address of MEMBERS) {
      await page.goto(address);
      await button(page, email).waitFor();
      expect(new URL(page.url()).pathname).toBe(address);
    }
    await leave();
  });

  test('show nothing of a page before it is known who is there', async () => {
    const { page, leave } = await visit(browser, 'about:blank');
    await signUp(page, newEmail());
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/firebase-auth-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    // The ready-made page is a visitor's: it stays hidden until the app has put its own in place.
    await page.locator('html[data-start=fresh]').waitFor({ state: 'detached' });
    await page.getByRole('contentinfo').waitFor();
    expect(await page.getByRole('main').innerHTML()).toBe('');
    expect(await page.getByRole('link', { name: 'Sign In' }).count()).toBe(0);
    release();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await leave();
  });
});

describe('the dropdown of a signed-in person', () => {
  test('leads by keyboard to the own pages, and gives the focus back', async () => {
    const email = newEmail();
    const { page, leave } = await visit(browser, 'about:blank');
    await signUp(page, email);
    const trigger = button(page, email);
    await trigger.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Dashboard',
      'My Alerts',
      'Bookmarks',
      'Sign Out',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await trigger.and(page.locator(':focus')).waitFor();
    const focused = (name: string) =>
      page.getByRole('menuitem', { name }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await focused('Dashboard');
    await page.keyboard.press('ArrowDown');
    await focused('My Alerts');
    await page.keyboard.press('Enter');
    await page.waitForURL('/alerts');
    await leave();
  });
});

describe('the mobile menu', () => {
  const focusIsInside = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  const menuHasFocusBack = (page: Page) =>
    page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu');

  test('keeps the focus, closes by Escape, by its button and by a click outside', async () => {
    const { page, leave } = await visit(browser, '/', PHONE);
    const menu = await openMenu(page);
    const { width } = (await menu.boundingBox())!;
    expect(width).toBeCloseTo(375 * 0.85, 0);
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab');
      expect(await focusIsInside(page)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await menuHasFocusBack(page);

    await openMenu(page);
    await button(page, 'Close menu').click();
    await menu.waitFor({ state: 'detached' });

    await openMenu(page);
    await page.mouse.click(20, 400);
    await menu.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/');
    await leave();
  });

  test('holds the page behind it still while it is open', async () => {
    const { page, leave } = await visit(browser, '/', { viewport: { width: 375, height: 420 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const scrollBy = async (distance: number) => {
      await page.mouse.move(20, 300);
      await page.mouse.wheel(0, distance);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
      return page.evaluate(() => window.scrollY);
    };
    const rootOverflow = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
    await openMenu(page);
    expect(await scrollBy(300)).toBe(0);
    await page.keyboard.press('End');
    expect(await scrollBy(0)).toBe(0);
    // A scrollbar that could still be dragged shows in the root's style only.
    expect(await rootOverflow()).toBe('hidden');
    await page.keyboard.press('Escape');
    expect(await scrollBy(300)).toBeGreaterThan(0);
    expect(await rootOverflow()).toBe('scroll');
    await leave();
  });

  test('offers visitors the ways in, and closes when the address changes', async () => {
    const { page, leave } = await visit(browser, '/', PHONE);
    const menu = await openMenu(page);
    expect(await menu.getByRole('listitem').count()).toBe(4);
    await menu.getByRole('link', { name: 'Create Account' }).click();
    await heading(page, 'Create your account').waitFor();
    await menu.waitFor({ state: 'detached' });
    await (await openMenu(page)).getByRole('link', { name: 'Sign In' }).click();
    await heading(page, 'Welcome back').waitFor();
    await openMenu(page);
    await page.goBack();
    await heading(page, 'Create your account').waitFor();
    await menu.waitFor({ state: 'detached' });
    await leave();
  });

  test('leads a signed-in person to the own pages, and out', async () => {
    const email = newEmail();
    const { page, leave } = await visit(browser, 'about:blank', PHONE);
    await signUp(page, email);
    const menu = await openMenu(page);
    await menu.getByText(email).waitFor();
    await menu.getByRole('link', { name: 'Manage All Alerts' }).click();
    await page.waitForURL('/alerts');
    await menu.waitFor({ state: 'detached' });
    await openMenu(page);
    await menu.getByRole('button', { name: 'Sign Out' }).click();
    await menu.waitFor({ state: 'detached' });
    await onHome(page);
    await (await openMenu(page)).getByRole('link', { name: 'Sign In' }).waitFor();
    await leave();
  });
});

describe('the code of Firebase', () => {
  /** Addresses that stand in the code of Firebase's parts, however the build cuts and names it. */
  const FIREBASE = /identitytoolkit\.googleapis\.com|firestore\.googleapis\.com/;

  /** Notes the scripts that the page asks for from now on; their texts are fetched in the end. */
  function recordScripts(page: Page): () => Promise<string[]> {
    const addresses = new Set<string>();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) addresses.add(request.url());
    });
    return () => Promise.all([...addresses].map(async (at) => (await page.request.get(at)).text()));
  }

  async function scriptsOf(addresses: string[]): Promise<string[]> {
    const { page, leave } = await visit(browser, 'about:blank');
    const recorded = recordScripts(page);
    for (const address of addresses) await page.goto(address, { waitUntil: 'networkidle' });
    const scripts = await recorded();
    await leave();
    return scripts;
  }

  test('is not sent to a visitor who searches', async () => {
    const scripts = await scriptsOf(['/', '/?q=OpenAI']);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => FIREBASE.test(script))).toHaveLength(0);
  });

  test('is not among the 110 kB of compressed scripts that a search takes at the most', async () => {
    const scripts = await scriptsOf(['/?q=OpenAI']);
    const bytes = scripts.map((script) => gzipSync(script).length);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(110_000);
  });

  test('is sent to whoever wants to sign in, and then only that of the identity service', async () => {
    const scripts = await scriptsOf(['/login']);
    expect(scripts.some((script) => script.includes('identitytoolkit.googleapis.com'))).toBe(true);
    expect(scripts.some((script) => script.includes('firestore.googleapis.com'))).toBe(false);
  });

  test('is sent with that of the database to a signed-in person', async () => {
    const { page, leave } = await visit(browser, 'about:blank');
    await signUp(page, newEmail());
    const recorded = recordScripts(page);
    await page.goto('/alerts');
    await page.getByText('No alerts yet').waitFor();
    const scripts = await recorded();
    expect(scripts.some((script) => script.includes('firestore.googleapis.com'))).toBe(true);
    await leave();
  });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  async function inspect(page: Page, name: string): Promise<void> {
    expect(await sidewaysOverflow(page)).toBe(0);
    await picture(page, `${name}-${colorScheme}`);
    await examine(page, name);
  }

  const SCREENS: [string, string, (page: Page) => Promise<unknown>][] = [
    ['login', '/login', (page) => heading(page, 'Welcome back').waitFor()],
    ['signup', '/signup', (page) => heading(page, 'Create your account').waitFor()],
    ['forgot', '/forgot-password', (page) => heading(page, 'Reset your password').waitFor()],
    [
      'login-refused',
      '/login',
      async (page) => {
        await signIn(page, 'nobody@example.com', 'whatever');
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'signup-tip',
      '/signup',
      async (page) => {
        page.once('dialog', (dialog) => void dialog.dismiss());
        await button(page, 'Sign up with Google').click();
        await page.getByText('Tip:').waitFor();
      },
    ],
    [
      'forgot-refused',
      '/forgot-password',
      async (page) => {
        await page.getByLabel('Email').fill('nobody@example.com');
        await button(page, 'Reset Password').click();
        await page.getByRole('alert').waitFor();
      },
    ],
  ];

  test.each(SCREENS)('%s: axe finds nothing, and it fits every width', async (name, at, ready) => {
    const { page, leave } = await visit(browser, at, { colorScheme, expectErrors: REFUSED });
    await ready(page);
    await look(page, name, colorScheme);
    await leave();
  });

  test('the menus, open: axe finds nothing', async () => {
    const email = newEmail();
    const { page, leave } = await visit(browser, '/', { ...PHONE, colorScheme });
    await openMenu(page);
    await inspect(page, 'menu-visitor-375');
    await signUp(page, email);
    await openMenu(page);
    await inspect(page, 'menu-member-375');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 900 });
    await inspect(page, 'header-member-1280');
    await button(page, email).click();
    await page.getByRole('menu').waitFor();
    await inspect(page, 'dropdown-1280');
    await leave();
  });
});
