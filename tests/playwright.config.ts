import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS } from './support/browser/launch-browser.ts';

/**
 * Tests that cross browser and server. All other files test how pages look at every width, and what browsers do
 * alone.
 */
const JOURNEYS =
  /\/(alert-arrives|alert-mail|auth|connect-app|delivery|google-sign-in|intent|keyboard|member|offline|pages|prerendered|search)\.test\.ts$/;

/**
 * Configuration of the journeys and the looks, which `npm test` runs against the started product; see
 * tools/test-runner/run-tests.ts.
 */
export default defineConfig({
  testDir: 'journeys',
  projects: [
    { name: 'journeys', testMatch: JOURNEYS },
    { name: 'looks', testIgnore: JOURNEYS },
  ],
  globalSetup: './support/journey/prepare-journeys.ts',
  // Contains traces and screenshots of failed tests.
  outputDir: 'artifacts/journeys',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Tests run in parallel, because they share no data that another test could change.
  fullyParallel: true,
  // Three workers keep two CPU cores busy. Two workers would leave them idle for a tenth of the time.
  workers: 3,
  timeout: 90_000,
  expect: {
    // Cold functions of the emulator need half a minute when three pages call them at once.
    timeout: 30_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.01 },
  },
  // A missing screenshot is a failure; `--update-screenshots` creates it.
  updateSnapshots: 'none',
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env['SITE_URL'] ?? '',
    // Requests of a service worker cannot be intercepted; offline.test.ts allows it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '', args: BROWSER_FLAGS },
    // Traces contain all steps and requests. Snapshots of the document after each step take a tenth of the whole
    // run, so only runs of chosen journeys have them.
    trace: {
      mode: 'retain-on-failure',
      screenshots: false,
      snapshots: process.env['LIGHT_TRACES'] !== 'true',
    },
    screenshot: 'only-on-failure',
  },
});
