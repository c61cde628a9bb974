import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS } from './support/browser/launch-browser.ts';

/**
 * The journeys. `npm test` runs them, against the product that it has started; see
 * tools/test-runner/run-tests.ts.
 */
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/journey/clear-documents.ts',
  // What failed leaves a trace and a screenshot here.
  outputDir: 'artifacts/journeys',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // No test shares anything with another that either could harm.
  fullyParallel: true,
  // Two cores do not stand idle with three; with two, a tenth of their time.
  workers: 3,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.01 },
  },
  // A picture that is missing is a failure; `--update-screenshots` makes it.
  updateSnapshots: 'none',
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env['SITE_URL'] ?? '',
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '', args: BROWSER_FLAGS },
    // With every step and every request. The document after every step takes a tenth of the whole run,
    // so only a run of chosen journeys keeps it.
    trace: {
      mode: 'retain-on-failure',
      screenshots: false,
      snapshots: process.env['LIGHT_TRACES'] !== 'true',
    },
    screenshot: 'only-on-failure',
  },
});
