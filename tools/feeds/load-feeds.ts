import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WritableCatalogue } from '../../functions/src/catalogue/catalogue.ts';
import {
  type FeedAccess,
  feedKey,
  type FeedSource,
  loadFeedList,
} from '../../functions/src/catalogue/refresh/feed-list.ts';
import { fetchFeed } from '../../functions/src/feeds/fetch/fetch-feed.ts';
import {
  fetchChapters,
  fetchTranscript,
} from '../../functions/src/feeds/fetch/fetch-transcript.ts';
import { isLoopbackHost } from '../../functions/src/feeds/fetch/loopback-host.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { refreshCatalogue } from '../../functions/src/catalogue/refresh/refresh-catalogue.ts';
import { updateCatalogue } from '../../functions/src/catalogue/storage/update-catalogue.ts';
import { readTranscript } from '../../functions/src/transcripts/read-transcript.ts';
import { parseCommandLine } from '../processes/command-line.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { feedTable } from './feed-table.ts';
import { progressLine, type Screen } from './progress-line.ts';
import { fileLine } from './file-line.ts';
import { shiftDates } from './shift-dates.ts';

const USAGE = `npm run feeds -- [--shift-dates] <OPML list or feed, as path or URL> …

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, by default file:.data/catalogue.db in the repository.

  --shift-dates   for trying things out: spreads the dates of each feed's episodes over the last
                  28 days, so that an old feed can be searched`;

const OPTIONS = {
  options: { 'shift-dates': { type: 'boolean' } },
  allowPositionals: true,
} as const;

/** It is the operator's machine: servers on it are welcome, the network around it is not. */
const access: FeedAccess = {
  fetchFeed: (url, validators, signal) =>
    fetchFeed(url, validators, { allowPrivate: isLoopbackHost, ...(signal ? { signal } : {}) }),
  readFile,
};

/** Of a process, what the command uses. */
interface Surroundings {
  env: NodeJS.ProcessEnv;
  stdout: Screen;
  stderr: Screen;
}

/**
 * Does what `npm run feeds` is asked to in its arguments; answers with the exit code. Never throws: what
 * fails is told on `stderr`, in a sentence.
 */
export async function loadFeeds(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  const line = parseCommandLine(USAGE, OPTIONS, args);
  if (line.kind === 'told') {
    (line.exitCode === 0 ? stdout : stderr).write(`${line.text}\n`);
    return line.exitCode;
  }
  let exitCode = 0;
  const complain = (error: unknown) => {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    exitCode = 1;
  };
  const say = (text: string) => void stdout.write(`${text}\n`);
  try {
    const { values, positionals } = line.parsed;
    if (positionals.length === 0)
      throw new Error('Name an OPML list or a feed, as path or URL; --help tells more.');
    const feeds = await listedFeeds(positionals, say, complain);
    const shifted = values['shift-dates'] ?? false;
    if (feeds.length > 0 && !(await refresh(feeds, shifted, surroundings, say))) exitCode = 1;
  } catch (error) {
    complain(error);
  }
  return exitCode;
}

/** A source that cannot be used is told in a sentence and does not keep the others from loading. */
async function listedFeeds(
  sources: readonly string[],
  say: (text: string) => void,
  complain: (error: unknown) => void,
): Promise<FeedSource[]> {
  const now = Date.now();
  const feeds = new Map<string, FeedSource>();
  for (const source of sources) {
    try {
      const list = await loadFeedList(source, access, now);
      for (const feed of list.feeds) feeds.set(feedKey(feed), feed);
      if (list.leftOut > 0) {
        say(`${source}: ${list.leftOut} entries are no feeds on the web and are left out.`);
      }
    } catch (error) {
      complain(error);
    }
  }
  return [...feeds.values()];
}

/** Loads the feeds and says what came of each; false where every one failed. */
async function refresh(
  feeds: readonly FeedSource[],
  shifted: boolean,
  { env, stderr }: Surroundings,
  say: (text: string) => void,
): Promise<boolean> {
  const url = env['CATALOGUE_URL'] ?? `file:${path.join(REPOSITORY, '.data/catalogue.db')}`;
  const showProgress = progressLine(stderr);
  const load = (catalogue: WritableCatalogue) => {
    const now = Date.now();
    return refreshCatalogue({
      ...access,
      catalogue,
      feeds,
      now,
      force: true,
      transcripts: {
        fetchTranscript: (address, validators, signal) =>
          fetchTranscript(address, validators, { allowPrivate: isLoopbackHost, signal }),
        readTranscript,
        fetchChapters: (address, validators, signal) =>
          fetchChapters(address, validators, { allowPrivate: isLoopbackHost, signal }),
      },
      readFeed: (bytes, contentType) => {
        const reading = readFeed(bytes, contentType, now);
        return shifted ? shiftDates(reading, now) : reading;
      },
      onProgress: ({ feed }, done, total) => showProgress(done, total, feed),
    });
  };
  const summary = await updateCatalogue(url, (catalogue) =>
    load(catalogue).catch((error: unknown) => {
      if (!catalogue.isDamaged(error)) throw error;
      say('The catalogue was damaged. It is put aside as *.corrupt, and a new one begun.');
      catalogue.startAnew();
      return load(catalogue);
    }),
  );
  say(feedTable(summary.reports));
  for (const line of [
    fileLine('Transcripts', summary.transcripts),
    fileLine('Files of chapters', summary.chapters),
  ]) {
    if (line !== null) say(line);
  }
  if (shifted) say('Dates are shifted into the last 28 days: for trying things out only.');
  return summary.failed < summary.reports.length;
}
