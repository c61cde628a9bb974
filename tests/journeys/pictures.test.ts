import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { type Episode, toBookmark } from '../../functions/src/contract/index.ts';
import { sampleEpisode } from '../../functions/src/contract/fixtures/sample-episode.ts';
import { type Person, signUp, verifyEmail } from '../support/account.ts';
import { delivery } from '../support/delivery.ts';
import type { Documents } from '../support/documents.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, fillInSignIn } from '../support/journey/member.ts';
import { rememberSignIn } from '../support/journey/remember-sign-in.ts';
import { WITHOUT_MOTION } from '../support/browser/look.ts';
import { renderingOf } from '../support/browser/rendering.ts';

const PICTURES = path.join(import.meta.dirname, 'pictures');
const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const NONE_HERE =
  'this machine draws text and controls differently from the one that made the stored pictures; ' +
  '`npm test -- journeys/pictures --update-screenshots` makes pictures of its own.';

const isUpdating = () => test.info().config.updateSnapshots === 'all';

let known: Promise<string | null> | undefined;

/**
 * Returns the folder of the screenshots to compare with. It is '.' if this machine renders like the machine that made
 * the stored screenshots, else a folder for this machine, or null if there is none. Not a worker fixture, because
 * Playwright would start separate workers.
 */
function folderFor(browser: Browser): Promise<string | null> {
  known ??= renderingOf(browser).then((rendering) => {
    const stored = readFileSync(path.join(PICTURES, 'rendering.txt'), 'utf8').trim();
    const folder = stored === rendering ? '.' : `here-${rendering}`;
    if (existsSync(path.join(PICTURES, folder)) || isUpdating()) return folder;
    console.log(`Skipping the pictures: ${NONE_HERE}`);
    return null;
  });
  return known;
}

test.use({
  timezoneId: 'UTC',
  locale: 'en-US',
  expectErrors: /Failed to load resource/,
  // Needed, because `settle` changes the page's inline style.
  bypassCSP: true,
  ...WITHOUT_MOTION,
});

function episode(number: number, title: string, description: string): Episode {
  return sampleEpisode({
    title,
    link: `https://shows.example/${number}`,
    podcast: number % 2 === 0 ? 'Inside Machines' : 'The Long Boom',
    image: number % 3 === 0 ? '' : `https://covers.example/${number}.svg`,
    description,
    pub_date_ms: NOW_MS - (number * 7 + 2) * HOUR_MS,
    duration_s: 1500 + number * 640,
  });
}

const EPISODES: Episode[] = [
  [
    'Who pays for the data centres',
    'What >>>OpenAI<<< has promised to build, and with whose money.',
  ],
  [
    'A small model for a small shop',
    'Nobody at the bakery had heard of >>>OpenAI<<< before March.',
  ],
  [
    'The week in funding',
    'Four rounds, one of them for a company that >>>OpenAI<<< people left to found.',
  ],
  [
    'Reading the board minutes',
    'We go through them line by line, with a lawyer who has sat on such boards.',
  ],
  [
    'Agents, one year on',
    'What became of the demos: >>>OpenAI<<<, two start-ups, and a spreadsheet.',
  ],
  ['Letters from listeners', 'You asked whether >>>OpenAI<<< reads your mail. We asked them.'],
  ['The price of a token', 'It fell again. A cloud economist on where the floor is.'],
  ['Hiring after the gold rush', 'Three recruiters on who still moves to >>>OpenAI<<<, and why.'],
  ['An afternoon at the chip plant', 'Noise, light, and a queue for the one good coffee machine.'],
  ['What we got wrong this year', 'Seven predictions, checked against the tape.'],
].map(([title = '', description = ''], number) => episode(number, title, description));

const COVER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">
<rect width="8" height="8" fill="#35618e"/><circle cx="4" cy="4" r="2.5" fill="#f2c14e"/></svg>`;

/** Fixes the time, the responses and the font, because they vary between runs. */
async function settle(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOW_MS);
  // With `font-display: optional` a page may be painted without its font.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const style = document.querySelector('style');
      // The style element is complete once another element follows.
      if (!style?.nextElementSibling) return;
      observer.disconnect();
      style.textContent = style.textContent.replaceAll(
        'font-display:optional',
        'font-display:block',
      );
    }).observe(document, { childList: true, subtree: true });
  });
  // Makes the page render the responses below instead of hydrating, which would show current episodes.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      document.documentElement.dataset['start'] = 'fresh';
      document.getElementById('prerendered-episodes')?.remove();
    });
  });
  await page.route('**/api/search', (route) =>
    route.fulfill({ json: { episodes: EPISODES, total: 34 } }),
  );
  await page.route('**/api/health', (route) =>
    route.fulfill({
      json: { status: 'ok', episodes: 4120, podcasts: 61, refreshedAtMs: NOW_MS - HOUR_MS / 4 },
    }),
  );
  await page.route('https://covers.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: COVER }),
  );
}

/** Signs in a new member who looks the same in every screenshot. */
async function enter(page: Page): Promise<Person> {
  const person = await signUp();
  await rememberSignIn(page.context(), person, NOW_MS);
  const shown = { email: 'ada@example.com', createdAt: String(NOW_MS - 99 * 24 * HOUR_MS) };
  await page.route('**/accounts:lookup*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { users: object[] };
    const users = json.users.map((user) => ({ ...user, ...shown }));
    await route.fulfill({ response, json: { ...json, users } });
  });
  return person;
}

interface Screen {
  address: string;
  /** An element that shows that the screen is ready. */
  until: (page: Page) => Locator;
  /** Documents of a signed-in member, whose alerts have keywords that no sample mentions. */
  saved?: (person: string) => Record<string, object>;
  verified?: boolean;
  before?: (page: Page) => Promise<unknown>;
  act?: (page: Page) => Promise<unknown>;
  /** The element that the screenshot shows; default: the window. */
  part?: (page: Page) => Locator;
}

const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first();
const savedAt = (daysAgo: number) => new Date(NOW_MS - daysAgo * 24 * HOUR_MS);
const alerts = (person: string) => ({
  [`${person}/alerts/000`]: {
    keyword: 'perovskite cells',
    createdAt: savedAt(1),
    lastMatch: { at: savedAt(0.2), episodes: 4 },
  },
  [`${person}/alerts/001`]: { keyword: 'tidal lagoon', createdAt: savedAt(12), paused: true },
  [`${person}/alerts/002`]: { keyword: 'heat pump pricing', createdAt: savedAt(40) },
});

const SCREENS: Record<string, Screen> = {
  home: { address: '/', until: text(/updated/) },
  results: { address: '/?q=OpenAI', until: text('Who pays for the data centres') },
  empty: {
    address: '/?q=xylophonic',
    until: text(/No episodes found for your search/),
    before: (page) =>
      page.route('**/api/search', (route) => route.fulfill({ json: { episodes: [], total: 0 } })),
  },
  error: {
    address: '/?q=OpenAI',
    until: text('Search Error'),
    before: (page) => page.route('**/api/search', (route) => route.fulfill({ status: 500 })),
  },
  entity: { address: '/company/openai', until: text('Who pays for the data centres') },
  hub: { address: '/topics/ai-machine-learning', until: text('Who pays for the data centres') },
  trend: { address: '/trends/startup-funding', until: text('Who pays for the data centres') },
  'not-found': { address: '/nowhere', until: text('Nothing to hear here') },
  'sign-in': { address: '/login', until: text('Welcome back') },
  'sign-in-refused': {
    address: '/login',
    until: (page) => page.getByRole('alert'),
    act: (page) => fillInSignIn(page, 'nobody@example.com', 'whatever'),
  },
  'alerts-empty': { address: '/alerts', until: text('No alerts yet'), saved: () => ({}) },
  alerts: {
    address: '/alerts',
    until: text('0 episodes in the past month'),
    saved: alerts,
    verified: true,
  },
  preferences: {
    address: '/delivery',
    until: (page) => button(page, 'Save preferences'),
    saved: (person) => ({
      [person]: {
        cadence: 'weekly',
        hour: 7,
        weekday: 5,
        timeZone: 'Europe/Berlin',
        updatedAt: savedAt(3),
      },
    }),
    part: (page) => page.getByRole('region', { name: 'Notification preferences' }),
  },
  bookmarks: {
    address: '/bookmarks',
    until: text(/^Bookmarked on/),
    saved: (person) =>
      Object.fromEntries(
        EPISODES.slice(0, 3).map((each, slot) => [
          `${person}/bookmarks/00${slot}`,
          { ...toBookmark(each), createdAt: savedAt(slot + 1) },
        ]),
      ),
  },
  dashboard: { address: '/dashboard', until: text(/^API keys/), saved: () => ({}) },
  history: {
    address: '/delivery',
    until: text('perovskite cells: 4 episodes'),
    saved: (person) => ({
      [`${person}/deliveries/a`]: delivery(1, {
        at: savedAt(1),
        subject: 'perovskite cells: 4 episodes',
      }),
    }),
    part: (page) => page.locator('#history'),
  },
};

async function open(
  page: Page,
  documents: Pick<Documents, 'seed'>,
  { address, until, saved, verified = false, before, act }: Screen,
): Promise<void> {
  await settle(page);
  await before?.(page);
  if (saved) {
    const person = await enter(page);
    if (verified) await verifyEmail(person);
    const path = `users/${person.uid}`;
    const stored = saved(path);
    const verifiedAt = new Date(0);
    await documents.seed({
      ...stored,
      ...(verified && { [path]: { ...stored[path], verifiedAt } }),
    });
  }
  await page.goto(address);
  await act?.(page);
  await expect(until(page)).toBeVisible();
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name} looks as before`, async ({ browser, page, documents }) => {
    const folder = await folderFor(browser);
    test.skip(folder === null, NONE_HERE);
    await open(page, documents, screen);
    for (const viewport of [
      { width: 375, height: 812 },
      { width: 1280, height: 800 },
    ]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await expect
          .soft(screen.part?.(page) ?? page)
          .toHaveScreenshot([folder ?? '.', `${name}-${viewport.width}-${colorScheme}.png`]);
      }
    }
  });
}
