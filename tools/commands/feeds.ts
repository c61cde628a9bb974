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
import { readCommandLine } from '../processes/command-line.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { feedTable } from '../feeds/feed-table.ts';
import { progressLine } from '../feeds/progress-line.ts';
import { fileLine } from '../feeds/file-line.ts';
import { shiftDates } from '../feeds/shift-dates.ts';

const USAGE = `npm run feeds -- [--shift-dates] <OPML list or feed, as path or URL> …

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, by default file:.data/catalogue.db in the repository.

  --shift-dates   for trying things out: spreads the dates of each feed's episodes over the last
                  28 days, so that an old feed can be searched`;

/** It is the operator's machine: servers on it are welcome, the network around it is not. */
const access: FeedAccess = {
  fetchFeed: (url, validators, signal) =>
    fetchFeed(url, validators, { allowPrivate: isLoopbackHost, ...(signal ? { signal } : {}) }),
  readFile,
};

/** A source that cannot be used is told in a sentence and does not keep the others from loading. */
async function listedFeeds(sources: readonly string[], now: number): Promise<FeedSource[]> {
  const feeds = new Map<string, FeedSource>();
  for (const source of sources) {
    try {
      const list = await loadFeedList(source, access, now);
      for (const feed of list.feeds) feeds.set(feedKey(feed), feed);
      if (list.leftOut > 0) {
        console.log(`${source}: ${list.leftOut} entries are no feeds on the web and are left out.`);
      }
    } catch (error) {
      complain(error);
    }
  }
  return [...feeds.values()];
}

function complain(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = readCommandLine(USAGE, {
    options: { 'shift-dates': { type: 'boolean' } },
    allowPositionals: true,
  });
  if (positionals.length === 0)
    throw new Error('Name an OPML list or a feed, as path or URL; --help tells more.');

  const shifted = values['shift-dates'] ?? false;
  const feeds = await listedFeeds(positionals, Date.now());
  if (feeds.length === 0) return;
  const url = process.env['CATALOGUE_URL'] ?? `file:${path.join(REPOSITORY, '.data/catalogue.db')}`;
  const showProgress = progressLine(process.stderr);
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
      console.log('The catalogue was damaged. It is put aside as *.corrupt, and a new one begun.');
      catalogue.startAnew();
      return load(catalogue);
    }),
  );
  console.log(feedTable(summary.reports));
  for (const line of [
    fileLine('Transcripts', summary.transcripts),
    fileLine('Files of chapters', summary.chapters),
  ]) {
    if (line !== null) console.log(line);
  }
  if (shifted) console.log('Dates are shifted into the last 28 days: for trying things out only.');
  if (summary.failed === summary.reports.length) process.exitCode = 1;
}

await run().catch(complain);
