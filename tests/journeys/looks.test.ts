import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey/journey.ts';
import { look, lookHere, WITHOUT_MOTION } from '../support/browser/look.ts';
import { untilHeard } from '../support/browser/page-readiness.ts';
import { button, fillInSignIn } from '../support/journey/member.ts';
import { oddAnswer } from '../support/journey/odd-episodes.ts';
import { openMenu } from '../support/journey/open-menu.ts';

interface Screen {
  /** Missing if the previous screen leads to this screen. */
  address?: string;
  /** A text that shows that the screen is ready. */
  until: string | RegExp;
  prepare?: (page: Page) => Promise<unknown>;
  /** Runs after hydration. */
  act?: (page: Page) => Promise<unknown>;
}

/** Submits the search form, because the page of a URL with a query would be prerendered with results. */
async function search(page: Page): Promise<void> {
  await page.getByLabel('Keywords or Phrases').fill('openai');
  await page.keyboard.press('Enter');
}

const SEARCH = '**/api/search';

/** The screens of each feature, which one visitor sees in sequence. */
const SCREENS: Record<string, Record<string, Screen>> = {
  'the search': {
    home: { address: '/', until: /updated/ },
    results: { address: '/?q=AI&page=3', until: /page 3 of/ },
    'results-open': {
      address: '/?q=sourdough',
      act: (page) => page.locator('article summary').first().click(),
      until: 'Play from the beginning',
    },
    empty: { address: '/?q=xylophonic', until: /No episodes found for your search/ },
    refused: { address: '/?q=,', until: 'Please enter at least one keyword or phrase' },
    'sign-in-prompt': { address: '/?q=OpenAI', until: 'Please sign in to create alerts' },
  },
  'a running and a failed search': {
    loading: {
      address: '/',
      act: search,
      until: /Searching/,
      prepare: (page) => page.route(SEARCH, () => undefined),
    },
    error: {
      address: '/',
      act: search,
      until: 'Search Error',
      prepare: (page) => page.route(SEARCH, (route) => route.fulfill({ status: 500 })),
    },
  },
  'long names and other scripts': {
    'results-odd': {
      address: '/',
      act: search,
      until: 'שיחה על',
      prepare: (page) => page.route(SEARCH, (route) => route.fulfill({ json: oddAnswer() })),
    },
    'entity-odd': {
      address: '/',
      act: (page) =>
        page
          .getByRole('link', { name: /^AI Company.*OpenAI/ })
          .first()
          .click(),
      until: 'שיחה על',
      prepare: (page) => page.route(SEARCH, (route) => route.fulfill({ json: oddAnswer() })),
    },
  },
  'the landing pages': {
    person: { address: '/founder/sam-altman', until: /page 1 of|newest first/ },
    'entity-rare': {
      address: '/company/vapi',
      until: /episodes?, newest first|^1 episode(?! in| this)/,
    },
    trend: { address: '/trends/startup-funding', until: /newest first/ },
    'trend-missing': { address: '/trends', until: 'Trend not found' },
  },
  'the hubs': {
    'hub-ai': { address: '/topics/ai-machine-learning', until: 'Featured AI Episodes' },
    'hub-vc': { address: '/topics/venture-capital', until: 'Featured VC Episodes' },
    'hub-leadership': {
      address: '/topics/tech-leadership',
      until: 'Featured Leadership Episodes',
    },
  },
  'the text pages': {
    terms: { address: '/terms', until: 'Fair use' },
    privacy: { address: '/privacy', until: 'Who else processes it' },
    about: { address: '/about', until: /ago/ },
    'not-found': { address: '/nowhere', until: 'Nothing to hear here' },
  },
  'the sign-in pages': {
    login: { address: '/login', until: 'Welcome back' },
    'login-refused': {
      act: (page) => fillInSignIn(page, 'nobody@example.com', 'whatever'),
      until: 'Failed to sign in. Please check your credentials.',
    },
    signup: { address: '/signup', until: 'Create your account' },
    // The page shows this tip when the browser blocks Google's popup.
    'signup-tip': {
      act: async (page) => {
        page.once('dialog', (dialog) => void dialog.dismiss());
        await button(page, 'Sign up with Google').click();
      },
      until: 'Tip:',
    },
    forgot: { address: '/forgot-password', until: 'Reset your password' },
    'forgot-refused': {
      act: async (page) => {
        await page.getByLabel('Email').fill('nobody@example.com');
        await button(page, 'Reset Password').click();
      },
      until: 'Failed to reset password. Please check your email address.',
    },
  },
};

test.use({ expectErrors: /Failed to load resource/, ...WITHOUT_MOTION });

for (const [group, screens] of Object.entries(SCREENS)) {
  test(`${group}: every screen fits every width and passes axe, light and dark`, async ({
    page,
  }) => {
    // The group of the search has the most screens, and axe takes seconds for each.
    test.slow();
    for (const [name, screen] of Object.entries(screens)) {
      await test.step(name, async () => {
        await show(page, screen);
        await look(page);
      });
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test('the visitor menu fits and passes axe, light and dark', async ({ page }) => {
    await page.goto('/');
    await openMenu(page);
    await lookHere(page);
  });
});

test('reduced motion turns off the fading of colours', async ({ page }) => {
  await page.goto('/');
  await untilHeard(page);
  await page.evaluate(() => {
    addEventListener('transitionrun', () => (document.body.dataset['fades'] = 'yes'));
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  // Transitions have started by the second frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await page.locator('body').getAttribute('data-fades')).toBeNull();
});

async function show(page: Page, { address, until, prepare, act }: Screen): Promise<void> {
  await page.unrouteAll();
  await prepare?.(page);
  if (address !== undefined) await page.goto(address);
  if (act) {
    await untilHeard(page);
    await act(page);
  }
  await expect(page.getByText(until).first()).toBeVisible();
}
