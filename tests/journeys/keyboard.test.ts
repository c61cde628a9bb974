import type { Page } from '@playwright/test';
import { newEmail, PASSWORD } from '../support/account.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, heading } from '../support/journey/member.ts';

/** Max presses of Tab to find an element; no page has as many elements before it. */
const MAX_TABS = 80;

interface Focus {
  /** Accessible name, as far as these tests need it; empty for the document's body. */
  name: string;
  isSeen: boolean;
}

/**
 * Returns the focused element. `isSeen` is true if the element is in the window and it, or an element around it, has
 * an outline.
 */
function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) {
      return { name: '', isSeen: false };
    }
    const labels =
      element instanceof HTMLInputElement
        ? Array.from(element.labels ?? [], (each) => each.textContent)
        : [];
    const name = element.ariaLabel ?? (labels.join(' ') || element.textContent);
    const { top, bottom } = element.getBoundingClientRect();
    const hasOutline = (each: Element | null, depth: number): boolean =>
      each !== null &&
      depth < 3 &&
      (parseFloat(getComputedStyle(each).outlineWidth) > 0 &&
      getComputedStyle(each).outlineStyle !== 'none'
        ? true
        : hasOutline(each.parentElement, depth + 1));
    return {
      name: name.trim().replaceAll(/\s+/g, ' '),
      isSeen: bottom > 0 && top < innerHeight && hasOutline(element, 0),
    };
  });
}

/** Uses the page only by keyboard, and checks after each key that the focus is visible. */
function keyboardOf(page: Page) {
  async function press(key: string): Promise<Focus> {
    await page.keyboard.press(key);
    return focusOf(page);
  }
  return {
    type: (text: string) => page.keyboard.type(text),
    /** Tabs to an element by name. Fails if the focus is lost or invisible on the way. */
    async tabTo(wanted: string | RegExp): Promise<void> {
      const passed: string[] = [];
      while (passed.length < MAX_TABS) {
        const { name, isSeen } = await press('Tab');
        // After the last element, the focus moves to the browser's own controls.
        if (name !== '') expect.soft(isSeen, `the focus on “${name}” is seen`).toBe(true);
        if (typeof wanted === 'string' ? name === wanted : wanted.test(name)) return;
        passed.push(name);
      }
      throw new Error(`No ${String(wanted)} among: ${passed.join(' | ')}`);
    },
    /** Presses Enter and awaits `comes`. Fails if the focus is lost. */
    async enter(comes: () => Promise<void>): Promise<void> {
      await page.keyboard.press('Enter');
      await comes();
      await expect.poll(async () => (await focusOf(page)).name, 'the focus is kept').not.toBe('');
    },
  };
}

test.use({ expectErrors: /Failed to load resource/ });
test.describe.configure({ timeout: 120_000 });

test('searches, signs up for an alert, limits it and bookmarks an episode by keyboard alone', async ({
  page,
}) => {
  await page.goto('/');
  await untilHeard(page);
  const { type, tabTo, enter } = keyboardOf(page);
  await tabTo(/^Keywords or Phrases/);
  await type('AI');
  await enter(() => expect(page.getByText(/^\d+ episodes$/)).toBeVisible());
  await tabTo('Create alert');
  await enter(() => expect(heading(page, 'Create your account')).toBeVisible());
  await tabTo('Email');
  await type(newEmail());
  await tabTo('Password');
  await type(PASSWORD);
  await tabTo('Confirm password');
  await type(PASSWORD);
  await enter(() => expect(page.getByText('Alert saved', { exact: true })).toBeVisible());
  await tabTo('My Alerts');
  await enter(() => expect(heading(page, 'Your Alerts (1)')).toBeVisible());
  await tabTo('Settings of AI');
  await enter(() => expect(page.getByRole('group', { name: 'Settings of AI' })).toBeVisible());
  await tabTo('Main topic only');
  const quieter = button(page, 'Main topic only');
  await enter(() => expect(quieter).toHaveAttribute('aria-pressed', 'true'));
  await expect(quieter).toBeFocused();
  await page.goBack();
  await expect(page.getByText(/^\d+ episodes$/)).toBeVisible({ timeout: 45_000 });
  await tabTo(/^Bookmark/);
  await enter(() => expect(page.getByRole('button', { pressed: true })).toHaveCount(1));
});
