import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '../support/journey/journey.ts';

const RENDER = path.join(import.meta.dirname, 'render-hostile-digest.ts');
/** Working folder of the renderer: its tsconfig.json configures the email's JSX. */
const FUNCTIONS = path.join(import.meta.dirname, '../../functions');

test.use({ expectErrors: /ERR_FAILED/ });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a digest with hostile content fits the window (${colorScheme})`, async ({ page }) => {
    const html = execFileSync(process.execPath, ['--import', 'tsx', RENDER], {
      cwd: FUNCTIONS,
      encoding: 'utf8',
    });
    await page.emulateMedia({ colorScheme });
    // Aborts requests for covers, so that the test needs no network.
    await page.route(/^https:/, (route) => route.abort());
    // Some mail clients drop all styles except inline ones.
    const bare = html.replaceAll(/<style>[\s\S]*?<\/style>/g, '');
    const looks = [320, 375, 600, 640].flatMap((width) => [
      { width, shown: html },
      { width, shown: bare },
    ]);
    for (const { width, shown } of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.setContent(shown);
      const widest = await page.evaluate(() =>
        Math.max(
          document.documentElement.scrollWidth,
          ...[...document.querySelectorAll('td, h1, h2, p, a, span, img')].map((element) =>
            Math.ceil(element.getBoundingClientRect().right),
          ),
        ),
      );
      expect(widest).toBeLessThanOrEqual(width);
    }
  });
}
