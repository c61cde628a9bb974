import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { newEmail, PASSWORD } from '../support/account.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { gate } from '../support/journey/gate.ts';
import { expect, test } from '../support/journey/journey.ts';
import {
  button,
  createAccount,
  fillInSignIn,
  heading,
  signOut,
} from '../support/journey/member.ts';
import { openMenu } from '../support/journey/open-menu.ts';

// The browser logs error statuses of the identity service.
test.use({ expectErrors: /Failed to load resource/ });

const expectHome = (page: Page) => expect(page).toHaveURL(({ pathname }) => pathname === '/');

/** Imitates Chromium, which denies access to storage when all cookies are blocked. */
function refuseStorage() {
  const refused = {
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(window, name, refused);
  }
}

test('a browser without storage can search, sign up and keep alerts while the page is open', async ({
  page,
}) => {
  const email = newEmail();
  await page.addInitScript(refuseStorage);
  await page.goto('/?q=OpenAI');
  await expect(page.getByRole('region', { name: 'Search results' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await createAccount(page, email);
  await expect(button(page, email)).toBeVisible();
  await page.getByRole('link', { name: 'My Alerts' }).first().click();
  await page.getByLabel('Keyword or phrase', { exact: true }).fill('openai');
  await button(page, 'Add Alert').click();
  await expect(button(page, 'Delete alert for openai')).toBeVisible();
});

test.describe('with email and password', () => {
  test('signs up, out and in again, reports a wrong password, and resets it', async ({ page }) => {
    const email = newEmail();
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await expect(heading(page, 'Create your account')).toBeVisible();
    await createAccount(page, email);
    await expect(button(page, email)).toBeVisible();
    await page.reload();
    await expect(button(page, email)).toBeVisible();

    await signOut(page, email);
    await expectHome(page);
    await expect(button(page, email)).toHaveCount(0);

    await page.getByRole('link', { name: 'Sign In', exact: true }).click();
    await expect(heading(page, 'Welcome back')).toBeVisible();
    await fillInSignIn(page, email, 'wrong password');
    const alert = page.getByRole('alert');
    await expect(
      alert.getByText('Failed to sign in. Please check your credentials.'),
    ).toBeVisible();
    await fillInSignIn(page, email);
    await expectHome(page);
    await expect(button(page, email)).toBeVisible();

    await signOut(page, email);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(heading(page, 'Reset your password')).toBeVisible();
    await page.getByLabel('Email').fill(`nobody-${email}`);
    await button(page, 'Reset Password').click();
    await expect(
      alert.getByText('Failed to reset password. Please check your email address.'),
    ).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await button(page, 'Reset Password').click();
    await expect(page.getByText('Check your inbox for further instructions')).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('refuses a sign-up with different or short passwords, or a known address', async ({
    page,
  }) => {
    const email = newEmail();
    await page.goto('/signup');
    await createAccount(page, email);
    await signOut(page, email);
    await page.goto('/signup');
    const attempt = async (password: string, confirmation: string, sentence: string) => {
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password', { exact: true }).fill(confirmation);
      await button(page, 'Create account').click();
      await expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible();
    };
    await attempt('short', 'other', 'Passwords do not match');
    await attempt('short', 'short', 'Password must be at least 6 characters');
    await attempt(PASSWORD, PASSWORD, 'The email address is already in use by another account.');
    await expect(page).toHaveURL('/signup');
  });
});

test('Google signs in at once, and a closed window is reported', async ({ page }) => {
  const email = newEmail();
  await page.goto('/login');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await button(page, 'Sign in with Google').click();
  await expect(
    page.getByRole('alert').getByText('Sign-in was cancelled. Please try again.'),
  ).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept(email));
  await button(page, 'Sign in with Google').click();
  await expectHome(page);
  await expect(button(page, email)).toBeVisible();
});

test.describe('the guards', () => {
  const MEMBERS = ['/dashboard', '/alerts', '/bookmarks', '/delivery'];
  const VISITORS = ['/login', '/signup', '/forgot-password'];

  test('redirect visitors from members’ pages to the sign-in page', async ({ page }) => {
    for (const address of MEMBERS) {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(200);
      await expect(heading(page, 'Welcome back')).toBeVisible();
      await expect(page).toHaveURL('/login');
    }
  });

  test('redirect members from the sign-in pages to the home page', async ({ page, member }) => {
    for (const address of VISITORS) {
      await page.goto(address);
      await expectHome(page);
      await expect(button(page, member.email)).toBeVisible();
    }
    for (const address of MEMBERS) {
      await page.goto(address);
      await expect(button(page, member.email)).toBeVisible();
      await expect(page).toHaveURL(address);
    }
  });

  test('show nothing of a page until the session is known', async ({ page, member }) => {
    const { opened, open } = gate();
    await page.route('**/assets/firebase-auth-*.js', async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    // The prerendered page is for visitors, so it stays hidden from a member until the app has rendered.
    await expect(page.locator('html[data-start=fresh]')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('main')).toBeEmpty();
    await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    open();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(button(page, member.email)).toBeVisible();
  });
});

test('the member dropdown opens pages by keyboard, and returns the focus', async ({
  page,
  member,
}) => {
  await page.goto('/');
  const trigger = button(page, member.email);
  const item = (name: string) => page.getByRole('menuitem', { name });
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Dashboard',
    'My Alerts',
    'Bookmarks',
    'Email & channels',
    'Sign Out',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(trigger).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Dashboard')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('My Alerts')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/alerts');
});

test.describe('the mobile menu', () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test('traps the focus, and closes with Escape, its button or a click outside', async ({
    page,
  }) => {
    await page.goto('/');
    const menu = await openMenu(page);
    await expect
      .poll(async () => Math.round((await menu.boundingBox())!.width))
      .toBe(Math.round(375 * 0.85));
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab');
      await expect(menu.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button(page, 'Menu')).toBeFocused();

    await openMenu(page);
    await button(page, 'Close menu').click();
    await expect(menu).toBeHidden();

    await openMenu(page);
    await page.mouse.click(20, 400);
    await expect(menu).toBeHidden();
    await expectHome(page);
  });

  test.describe('in a low window', () => {
    test.use({ viewport: { width: 375, height: 420 } });

    test('stops the page behind it from scrolling', async ({ page }) => {
      const scrollPosition = () => page.evaluate(() => window.scrollY);
      const turnWheel = async () => {
        await page.mouse.move(20, 300);
        await page.mouse.wheel(0, 300);
        // Scrolling takes up to two frames.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
      };
      const root = page.locator('html');
      await page.goto('/');
      await openMenu(page);
      await turnWheel();
      await page.keyboard.press('End');
      expect(await scrollPosition()).toBe(0);
      // Only the root element's style shows that the scrollbar cannot be dragged.
      await expect(root).toHaveCSS('overflow-y', 'hidden');
      await page.keyboard.press('Escape');
      await expect(root).toHaveCSS('overflow-y', 'scroll');
      await turnWheel();
      await expect.poll(scrollPosition).toBeGreaterThan(0);
    });
  });

  test('offers visitors sign-up and sign-in, and closes when the URL changes', async ({ page }) => {
    await page.goto('/');
    const menu = await openMenu(page);
    // The first list contains the benefits of an account; the topics follow.
    await expect(menu.getByRole('list').first().getByRole('listitem')).toHaveCount(4);
    await menu.getByRole('link', { name: 'Create Account' }).click();
    await expect(heading(page, 'Create your account')).toBeVisible();
    await expect(menu).toBeHidden();
    await (await openMenu(page)).getByRole('link', { name: 'Sign In' }).click();
    await expect(heading(page, 'Welcome back')).toBeVisible();
    await openMenu(page);
    await page.goBack();
    await expect(heading(page, 'Create your account')).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('offers members their pages and signing out', async ({ page, member }) => {
    await page.goto('/');
    const menu = await openMenu(page);
    await expect(menu.getByText(member.email)).toBeVisible();
    await menu.getByRole('link', { name: 'Manage All Alerts' }).click();
    await expect(page).toHaveURL('/alerts');
    await expect(menu).toBeHidden();
    await openMenu(page);
    await menu.getByRole('button', { name: 'Sign Out' }).click();
    await expect(menu).toBeHidden();
    await expectHome(page);
    await expect((await openMenu(page)).getByRole('link', { name: 'Sign In' })).toBeVisible();
  });
});

test.describe('the code of Firebase', () => {
  /** Chunk names vary, so these URLs identify Firebase's code. */
  const FIREBASE = /identitytoolkit\.googleapis\.com|firestore\.googleapis\.com/;

  /** Records the scripts that the page requests; the returned function fetches their texts. */
  function recordScripts(page: Page): () => Promise<string[]> {
    const addresses = new Set<string>();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) addresses.add(request.url());
    });
    return () => Promise.all([...addresses].map(async (at) => (await page.request.get(at)).text()));
  }

  async function scriptsOf(page: Page, addresses: string[]): Promise<string[]> {
    const recorded = recordScripts(page);
    for (const address of addresses) {
      await page.goto(address);
      await untilHeard(page);
      // Lazy parts load after hydration.
      await page.waitForFunction(() => {
        const loaded = performance.getEntriesByType('resource');
        const ends = loaded.map(({ startTime, duration }) => startTime + duration);
        return performance.now() - Math.max(0, ...ends) > 1000;
      });
    }
    return recorded();
  }

  test('visitors who search do not load it', async ({ page }) => {
    const scripts = await scriptsOf(page, ['/', '/?q=OpenAI']);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => FIREBASE.test(script))).toHaveLength(0);
  });

  // The limit without lazy parts is lower: see web/build/split-scripts.test.ts.
  test('keeps all scripts of a search, with lazy parts, below 119.1 kB compressed', async ({
    page,
  }) => {
    const scripts = await scriptsOf(page, ['/?q=OpenAI']);
    const bytes = scripts.map((script) => gzipSync(script).length);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(119_100);
  });

  test('the sign-in page loads only the identity service', async ({ page }) => {
    const scripts = await scriptsOf(page, ['/login']);
    expect(scripts.some((script) => script.includes('identitytoolkit.googleapis.com'))).toBe(true);
    expect(scripts.some((script) => script.includes('firestore.googleapis.com'))).toBe(false);
  });

  test('members also load the database', async ({ page, member: _ }) => {
    const recorded = recordScripts(page);
    await page.goto('/alerts');
    await expect(page.getByText('No alerts yet')).toBeVisible();
    const scripts = await recorded();
    expect(scripts.some((script) => script.includes('firestore.googleapis.com'))).toBe(true);
  });
});
