import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { REPOSITORY } from '../processes/repository.ts';

/** The environment as settings are read from it: `.env` at the root, with what is really set on top. */
export function readSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = path.join(REPOSITORY, '.env');
  return existsSync(file) ? mergeSettings(readFileSync(file, 'utf8'), environment) : environment;
}

/** Names of the settings of the site's build, which reads `.env` itself. */
export function siteSettingNames(): string[] {
  const example = readFileSync(path.join(REPOSITORY, '.env.example'), 'utf8');
  return Object.keys(parseEnv(example)).filter((name) => name.startsWith('VITE_'));
}

/** Lines of an `.env` file under the environment; a line with nothing behind its `=` sets nothing. */
export function mergeSettings(envFile: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const written = Object.entries(parseEnv(envFile)).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(written), ...environment };
}

/**
 * What the functions get as `FEEDS`: an address as it is, a path made absolute, null when unset. A
 * path that leads to nothing is refused.
 * @param folder What a path is relative to.
 */
export function feedsAddress(feeds: string | undefined, folder: string): string | null {
  if (feeds === undefined || feeds.trim() === '') return null;
  if (/^https?:\/\//i.test(feeds)) return feeds;
  const file = /^file:\/\//i.test(feeds) ? fileURLToPath(feeds) : path.resolve(folder, feeds);
  if (existsSync(file)) return file;
  throw new ExpectedFailure(`FEEDS names ${file}, and there is no such file.`);
}

/** The folder `FEEDS` was written in: where npm was called, or the `.env` file's own. */
export function feedsFolder(environment: NodeJS.ProcessEnv): string {
  if (environment['FEEDS'] === undefined) return REPOSITORY;
  return environment['INIT_CWD'] ?? process.cwd();
}

/** The list of real podcasts that a deployed catalogue follows unless told otherwise. */
const LIVE_FEEDS = path.join(REPOSITORY, 'functions', 'feeds.opml');

/**
 * The feeds of a local run: real podcasts when asked for with `--live`, else what `FEEDS` names, else
 * null for the samples. Refuses both at once.
 */
export function chosenFeeds(live: boolean, feeds: string | undefined, folder: string) {
  const named = feedsAddress(feeds, folder);
  if (!live) return named;
  if (named === null) return LIVE_FEEDS;
  throw new ExpectedFailure('FEEDS is set, too: leave out --live, or unset FEEDS.');
}
