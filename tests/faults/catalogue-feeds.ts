import { readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { runSchedule } from '../support/run-schedule.ts';
import { feedListFile } from '../support/stack.ts';

/** Adds feeds to the feed list until the test ends. */
export function followToo(addresses: string[]): void {
  const file = feedListFile();
  const before = readFileSync(file, 'utf8');
  const outlines = addresses
    .map((url) => `<outline type="rss" text="x" xmlUrl="${url}"/>`)
    .join('');
  writeFileSync(file, before.replace('</body>', `${outlines}</body>`));
  onTestFinished(() => writeFileSync(file, before));
}

/** Runs the scheduled refresh once. Returns the HTTP status; 0 if the connection broke. */
export function refresh(): Promise<number> {
  return runSchedule('refreshCatalogue').catch(() => 0);
}

/** Listens on all loopback addresses until the test ends. Returns the port. */
export async function serveFeeds(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

export function feedOf(show: string, word: string, episodes: number): string {
  const items = Array.from({ length: episodes }, (_, index) => {
    const date = new Date(Date.now() - (index + 1) * 60_000).toUTCString();
    return `<item><title>${show} ${index}</title><guid>${show}-${index}</guid>
      <link>https://show.example/${show}/${index}</link><pubDate>${date}</pubDate>
      <description>Part ${index} is all about ${word}.</description></item>`;
  });
  return `<rss version="2.0"><channel><title>${show}</title>${items.join('')}</channel></rss>`;
}
