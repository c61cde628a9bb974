import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { look } from '../support/browser/look.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Search results' });
const player = (page: Page) => page.getByRole('region', { name: 'Player' });

/** Position of the page's audio in seconds. */
const place = (page: Page) =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);

async function noteBeginnings(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const begun: number[] = [];
    Object.assign(window, { begun });
    const note = ({ target }: Event) => begun.push((target as HTMLAudioElement).currentTime);
    document.addEventListener('playing', note, { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { begun: number[] }).begun);
}

test('plays a phrase from its place, and goes on while other pages are open', async ({ page }) => {
  const beginnings = await noteBeginnings(page);
  // The phrase spans two cues of the transcript; the first begins at 12:41.5.
  await page.goto('/?q=drawer+full+of+umbrellas');
  await untilHeard(page);
  const quotation = results(page).getByRole('link', { name: /^Play from 12:41/ });
  await expect(results(page).locator('[data-reason]').first()).toContainText(
    'in a drawer full of umbrellas',
  );
  await quotation.click();
  await expect(player(page)).toContainText('What a good AI roadmap leaves out');
  await expect.poll(() => place(page)).toBeGreaterThan(762);
  const [begun = 0] = await beginnings();
  expect(Math.abs(begun - 761.5)).toBeLessThan(2);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/privacy');
  const before = await place(page);
  await expect.poll(() => place(page)).toBeGreaterThan(before);
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  await player(page).getByRole('button', { name: 'Pause' }).click();
  await look(page);

  await player(page).getByRole('button', { name: 'Play', exact: true }).press('l');
  await expect.poll(() => place(page)).toBeGreaterThan(before + 30);
  await player(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(player(page)).toHaveCount(0);
});

for (const size of [
  { width: 1280, height: 700 },
  { width: 375, height: 667 },
]) {
  test(`covers no focused element, and closing keeps the place, ${size.width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/?q=AI');
    await untilHeard(page);
    // Finds the button by position, because its name changes while the episode plays.
    const opener = results(page).locator('.episode-play').nth(3);
    await opener.click();
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    const [pressed, bar] = [await opener.boundingBox(), await player(page).boundingBox()];
    expect(pressed!.y + pressed!.height).toBeLessThanOrEqual(bar!.y);
    const hidden: string[] = [];
    await opener.focus();
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const focused = document.activeElement!;
        const bar = document.querySelector('section[aria-label="Player"]')!;
        if (bar.contains(focused)) return 'player';
        const [{ top, bottom }, edge] = [
          focused.getBoundingClientRect(),
          bar.getBoundingClientRect().top,
        ];
        return bottom > edge || top < 0 ? `${focused.outerHTML.slice(0, 80)} ${bottom}` : '';
      });
      if (at === 'player') break;
      if (at !== '') hidden.push(at);
    }
    expect(hidden).toEqual([]);
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(200);
    // On a phone the sheet contains the close button.
    const show = player(page).getByRole('button', { name: /^Show the player/ });
    if (size.width < 640) await show.click();
    await page.getByRole('button', { name: 'Close the player' }).click();
    await expect(player(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
}

const sheet = (page: Page) => page.getByRole('dialog');

test('opens a sheet with transcript, chapters, speed and a link to the current place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/?q=drawer+full+of+umbrellas');
  await untilHeard(page);
  await results(page)
    .getByRole('link', { name: /^Play from 12:41/ })
    .click();
  for (const facts of ['[data-who] > :first-child', '[data-when]']) {
    const line = results(page).locator(facts).first();
    expect((await line.boundingBox())?.height, `${facts} is one line`).toBeLessThanOrEqual(20);
  }
  const { height } = (await player(page).boundingBox())!;
  expect(height).toBeLessThanOrEqual(64);
  await expect(player(page).getByRole('button')).toHaveCount(3);
  await player(page).getByRole('button', { name: 'Pause' }).click();
  await player(page)
    .getByRole('button', { name: /^Show the player: .* Take the slide away$/ })
    .click();
  const said = sheet(page).getByRole('region', { name: 'Transcript' });
  await expect(said.locator('[aria-current]')).toContainText('drawer full of umbrellas');
  await said.getByRole('button', { name: /Take the slide away/ }).press('Enter');
  await expect(said.locator('[aria-current]')).toContainText('Take the slide away');
  await sheet(page).getByRole('button', { name: 'Pause' }).click();
  const present = sheet(page).getByRole('region', { name: 'Chapters' }).locator('[aria-current]');
  await expect(present).toHaveText('12:34 Take the slide away');
  await sheet(page).getByRole('button', { name: '31:05 Saying no by name' }).press('Enter');
  await expect(present).toHaveText('31:05 Saying no by name');
  expect(await place(page)).toBe(31 * 60 + 5);
  await page.keyboard.press('Shift+L');
  expect(await place(page)).toBeGreaterThan(3600);
  // `check` would fail, because the browser reports the speed a moment later.
  await sheet(page).getByRole('radio', { name: '1.5×' }).click();
  await expect(sheet(page).getByRole('radio', { name: '1.5×' })).toBeChecked();
  await look(page);
  for (const control of await sheet(page).locator('button:visible, a:visible, label').all()) {
    const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
    expect(Math.min(width, height), await control.innerText()).toBeGreaterThanOrEqual(44);
  }
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  const bar = (await player(page).boundingBox())!;
  expect(bar.height).toBeLessThanOrEqual(61);
  await expect(player(page).getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();
});

test('shows the chapters of a file that the feed links to', async ({ page }) => {
  await page.goto('/?q=takes+three+mornings');
  await untilHeard(page);
  await results(page)
    .getByRole('link', { name: /^Play from 15:53/ })
    .click();
  await expect(player(page)).toContainText('The landlady’s room');
  await player(page).getByRole('button', { name: 'Show more' }).click();
  const chapters = sheet(page).getByRole('region', { name: 'Chapters' });
  await expect(chapters.getByRole('button')).toHaveCount(4);
});

test.describe('an episode whose audio is gone', () => {
  test.use({ expectErrors: /Failed to load resource/ });

  test('cannot be played, and the player says so', async ({ page }) => {
    let isGone = true;
    await page.route('**/audio/**', (route) =>
      isGone ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
    );
    await page.goto('/?q=OpenAI');
    await untilHeard(page);
    await results(page).getByRole('link', { name: /^Play/ }).first().click();
    const said = player(page).getByRole('alert');
    await expect(said).toContainText('It may have been moved or removed');
    await look(page);
    isGone = false;
    await player(page).getByRole('button', { name: 'Try again' }).click();
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.poll(() => place(page)).toBeGreaterThan(0);
  });
});
