import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { launchBrowser } from '../support/launch-browser.ts';
import { look } from '../support/look.ts';
import { visit } from '../support/visitor.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

interface Screen {
  address: string;
  /** Text that is there once the screen is. */
  until: string | RegExp;
  prepare?: (page: Page) => Promise<unknown>;
}

const SEARCH = '**/api/search';

const SCREENS: Record<string, Screen> = {
  home: { address: '/', until: /updated/ },
  results: { address: '/?q=AI&page=3', until: /page 3 of/ },
  empty: { address: '/?q=xylophonic', until: /No episodes found for your search/ },
  loading: {
    address: '/?q=openai',
    until: /Searching/,
    prepare: (page) => page.route(SEARCH, () => undefined),
  },
  error: {
    address: '/?q=openai',
    until: 'Search Error',
    prepare: (page) => page.route(SEARCH, (route) => route.fulfill({ status: 500 })),
  },
  refused: { address: '/?q=,', until: 'Please enter at least one keyword or phrase' },
  'not-found': { address: '/nowhere', until: 'Nothing to hear here' },
};

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(Object.entries(SCREENS))(
    '%s: axe finds nothing, and it fits every width',
    async (name, screen) => {
      const { page, leave } = await visit(browser, 'about:blank', {
        colorScheme,
        expectErrors: /Failed to load resource/,
      });
      await screen.prepare?.(page);
      await page.goto(screen.address);
      await page.getByText(screen.until).first().waitFor();
      await look(page, name, colorScheme);
      await leave();
    },
  );
});
