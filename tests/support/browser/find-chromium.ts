import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const ON_PATH = [
  // What of Chromium draws no windows: all that tests need, in two thirds of the time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The usual places a Chromium is at, most wanted first; not all of them exist. */
function chromiumCandidates(environment: NodeJS.ProcessEnv): string[] {
  const named = environment['CHROMIUM_PATH'];
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const programs = [
    environment['ProgramFiles'],
    environment['ProgramFiles(x86)'],
    environment['LOCALAPPDATA'],
  ].flatMap((folder) => (folder ? [folder] : []));
  return [
    ...(named ? [named] : []),
    ...ON_PATH.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...programs.map((folder) => path.join(folder, 'Google/Chrome/Application/chrome.exe')),
    chromium.executablePath(),
  ];
}

/** The first Chromium that is there and starts, or null. Ubuntu has one that only names a snap. */
export function findChromium(environment: NodeJS.ProcessEnv): string | null {
  return chromiumCandidates(environment).find((file) => existsSync(file) && starts(file)) ?? null;
}

function starts(file: string): boolean {
  // On Windows the question opens a window instead.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
