import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const ON_PATH = [
  // Chromium without windows, which runs the tests in two thirds of the time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Returns paths in order of preference; the files may not exist. */
function chromiumCandidates(environment: NodeJS.ProcessEnv): string[] {
  const named = environment['CHROMIUM_PATH'];
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return [
    ...(named ? [named] : []),
    ...ON_PATH.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
}

/** Returns the first Chromium that starts, or null. Ubuntu's `chromium-browser` may only refer to a snap. */
export function findChromium(environment: NodeJS.ProcessEnv): string | null {
  return chromiumCandidates(environment).find((file) => existsSync(file) && starts(file)) ?? null;
}

/** Like {@link findChromium}, but none without windows: that one refuses notifications. */
export function findNotifyingChromium(environment: NodeJS.ProcessEnv): string | null {
  const whole = chromiumCandidates(environment).filter((file) => !/headless.shell/.test(file));
  return whole.find((file) => existsSync(file) && starts(file)) ?? null;
}

function starts(file: string): boolean {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
