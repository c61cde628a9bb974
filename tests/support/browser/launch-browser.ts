import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../stack.ts';

/** Chromium's sandbox does not work as root and in most containers. The other flags avoid network traffic. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: BROWSER_FLAGS });
}
