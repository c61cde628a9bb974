import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { look } from '../support/look.ts';
import { untilHeard } from '../support/page-readiness.ts';

interface Screen {
  address: string;
  /** Text that is there once the screen is. */
  until: string | RegExp;
  prepare?: (page: Page) => Promise<unknown>;
  /** What is searched for once the page is there; a search in the address comes with its results. */
  search?: string;
}

const SEARCH = '**/api/search';

const SCREENS: Record<string, Screen> = {
  home: { address: '/', until: /updated/ },
  results: { address: '/?q=AI&page=3', until: /page 3 of/ },
  empty: { address: '/?q=xylophonic', until: /No episodes found for your search/ },
  loading: {
    address: '/',
    search: 'openai',
    until: /Searching/,
    prepare: (page) => page.route(SEARCH, () => undefined),
  },
  error: {
    address: '/',
    search: 'openai',
    until: 'Search Error',
    prepare: (page) => page.route(SEARCH, (route) => route.fulfill({ status: 500 })),
  },
  refused: { address: '/?q=,', until: 'Please enter at least one keyword or phrase' },
  'not-found': { address: '/nowhere', until: 'Nothing to hear here' },
  'sign-in-prompt': { address: '/?q=OpenAI', until: 'Please sign in to create alerts' },
  person: { address: '/founder/sam-altman', until: /page 1 of|newest first/ },
  'entity-rare': { address: '/company/vapi', until: /episodes?, newest first|1 episode/ },
  trend: { address: '/trends/startup-funding', until: /newest first/ },
  'trend-missing': { address: '/trends', until: 'Trend not found' },
  'hub-ai': { address: '/topics/ai-machine-learning', until: 'Featured AI Episodes' },
  'hub-vc': { address: '/topics/venture-capital', until: 'Featured VC Episodes' },
  'hub-leadership': {
    address: '/topics/tech-leadership',
    until: 'Featured Leadership Episodes',
  },
  terms: { address: '/terms', until: 'Fair use' },
  privacy: { address: '/privacy', until: 'Who else processes it' },
  about: { address: '/about', until: /ago/ },
  login: { address: '/login', until: 'Welcome back' },
  signup: { address: '/signup', until: 'Create your account' },
  forgot: { address: '/forgot-password', until: 'Reset your password' },
};

test.use({ expectErrors: /Failed to load resource/ });

for (const [name, { address, until, prepare, search }] of Object.entries(SCREENS)) {
  test(`${name}: it fits every width, and axe finds nothing, light or dark`, async ({ page }) => {
    await prepare?.(page);
    await page.goto(address);
    if (search !== undefined) {
      await untilHeard(page);
      await page.getByLabel('Keywords or Phrases').fill(search);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText(until).first()).toBeVisible();
    await look(page);
  });
}
