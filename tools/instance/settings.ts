import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { REPOSITORY } from '../processes/repository.ts';

/** Returns the settings of the file `.env`, overridden by the environment. */
export function readSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = path.join(REPOSITORY, '.env');
  return existsSync(file) ? mergeSettings(readFileSync(file, 'utf8'), environment) : environment;
}

/** Returns the names of the site's build settings. Vite reads their values from `.env` itself. */
export function siteSettingNames(): string[] {
  const example = readFileSync(path.join(REPOSITORY, '.env.example'), 'utf8');
  return Object.keys(parseEnv(example)).filter((name) => name.startsWith('VITE_'));
}

/** Merges an `.env` file with the environment, which takes precedence. Empty values in the file count as unset. */
export function mergeSettings(envFile: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const written = Object.entries(parseEnv(envFile)).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(written), ...environment };
}

/** Returns `FEEDS` as a URL or absolute path, null if unset. Throws an ExpectedFailure if the file does not exist. */
export function feedsAddress(feeds: string | undefined, folder: string): string | null {
  if (feeds === undefined || feeds.trim() === '') return null;
  if (/^https?:\/\//i.test(feeds)) return feeds;
  const file = /^file:\/\//i.test(feeds) ? fileURLToPath(feeds) : path.resolve(folder, feeds);
  if (existsSync(file)) return file;
  throw new ExpectedFailure(`FEEDS names ${file}, and there is no such file.`);
}

/**
 * Returns the base of a relative `FEEDS`: the folder of the npm call if the environment sets it, else that of `.env`.
 */
export function feedsFolder(environment: NodeJS.ProcessEnv): string {
  if (environment['FEEDS'] === undefined) return REPOSITORY;
  return environment['INIT_CWD'] ?? process.cwd();
}

/** The list that a deployment and `--live` follow by default. */
export const SHIPPED_FEEDS = path.join(REPOSITORY, 'functions', 'feeds.opml');

/** Returns the feeds of a run, null for the samples. Throws an ExpectedFailure if `--live` and `FEEDS` are both set. */
export function chosenFeeds(live: boolean, feeds: string | undefined, folder: string) {
  const named = feedsAddress(feeds, folder);
  if (!live) return named;
  if (named === null) return SHIPPED_FEEDS;
  throw new ExpectedFailure('FEEDS is set, too: leave out --live, or unset FEEDS.');
}
