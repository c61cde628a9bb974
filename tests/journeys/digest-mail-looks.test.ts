import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestLinks } from '../../functions/src/mail/digest/digest-links.ts';
import { renderDigestMail } from '../../functions/src/mail/digest/digest-mail.ts';
import { hostileDigest } from '../../functions/src/mail/digest/fixtures/hostile-digest.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { picture } from '../support/visitor.ts';

const links = digestLinks('ada', {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: 'https://earshot.example',
  unsubscribeKeys: ['k'.repeat(32)],
});

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

describe.each(['light', 'dark'] as const)('a digest in %s', (colorScheme) => {
  test.each([320, 375, 640])('keeps within %i pixels, whatever it tells of', async (width) => {
    const { html } = await renderDigestMail(hostileDigest, links);
    const viewport = { width, height: 800 };
    const page = await browser.newPage({ viewport, colorScheme });
    // Covers need no network, and must not wait for it.
    await page.route(/^https:/, (route) => route.abort());
    await page.setContent(html);
    const widest = await page.evaluate(() =>
      Math.max(
        document.documentElement.scrollWidth,
        ...[...document.querySelectorAll('td, h1, h2, p, a, span, img')].map((element) =>
          Math.ceil(element.getBoundingClientRect().right),
        ),
      ),
    );
    await picture(page, `digest-mail-${width}-${colorScheme}`);
    await page.close();
    expect(widest).toBeLessThanOrEqual(width);
  });
});
