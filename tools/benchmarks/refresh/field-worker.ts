import { openWritablePostgres } from '../../../functions/src/catalogue/engines/postgres/writable-postgres.ts';
import { askFeeds } from '../../../functions/src/refresh/ask-feeds.ts';
import { RETENTION_MS } from '../../../functions/src/catalogue/items/retention.ts';
import { fetchFeed } from '../../../functions/src/feeds/fetch/fetch-feed.ts';
import { readFeed } from '../../../functions/src/feeds/read/read-feed.ts';

/** Asks due feeds, like a task of the refresh, each time the parent process sends the current time. */
const [url = '', origin = ''] = process.argv.slice(2);
const catalogue = openWritablePostgres(url, { password: undefined });

export interface Asked {
  asked: number;
  new: number;
  peakMib: number;
  processorS: number;
}

async function ask(now: number): Promise<Asked> {
  const startedAt = performance.now();
  const reports = await askFeeds({
    catalogue,
    now,
    clock: () => now + Math.round(performance.now() - startedAt),
    readFile: () => Promise.reject(new Error('no files here')),
    readFeed: (...fetched) => readFeed(...fetched, now - RETENTION_MS),
    fetchFeed: (feed, validators, signal) =>
      fetchFeed(`${origin}${new URL(feed).pathname}`, validators, {
        allowPrivate: () => true,
        ...(signal && { signal }),
      }),
  });
  const { user, system } = process.cpuUsage();
  return {
    asked: reports.length,
    new: reports.reduce((sum, report) => sum + report.new, 0),
    peakMib: Math.round(process.resourceUsage().maxRSS / 1024),
    processorS: (user + system) / 1_000_000,
  };
}

process.on('message', (now: number) => {
  void ask(now).then((asked) => process.send?.(asked));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
