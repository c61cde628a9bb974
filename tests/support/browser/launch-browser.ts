import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../stack.ts';

/** As root, and in most containers, Chromium refuses to start with its sandbox; the rest keeps it quiet. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the Chromium that `npm test` found. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: BROWSER_FLAGS });
}
