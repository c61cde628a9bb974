import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWritablePostgres } from '../../functions/src/catalogue/engines/postgres/writable-postgres.ts';
import {
  busyBackends,
  connectTo,
  HAS_POSTGRES,
  type PostgresProcess,
  startPostgres,
} from '../../functions/src/catalogue/testing/test-postgres.ts';
import { toSpokenText } from '../../functions/src/feeds/transcripts/spoken-text.ts';
import { randomNumbers } from '../../functions/src/testing/fuzz-runs.ts';
import {
  EPISODES_PER_FEED,
  everydayWords,
  generatedFeeds,
  PLANTED,
} from '../../tools/benchmarks/bench-episodes.ts';
import { asNewClient } from '../support/client.ts';
import { recordFault, seconds } from './record-fault.ts';
import { type Found, percentile, searchFor, searchSteadily, tally } from './searching.ts';
import { startInstance } from './start-instances.ts';
import { storeFeed } from '../../functions/src/catalogue/store/store-feed.ts';
import {
  TRANSCRIPTS,
  awaitedAttachments,
} from '../../functions/src/catalogue/store/attachments-store.ts';
import { recordTranscript } from '../../functions/src/catalogue/store/transcripts-store.ts';

const EPISODES = 4_000;
/** Number of episodes with a transcript: every tenth. */
const MOST_SAID = EPISODES / 10;
const WORDS_A_TRANSCRIPT = 8_000;
const VICTIMS = 6;
const DURATION_MS = 10_000;
const [AT_A_TIME, LEFT_AFTER_MS] = [24, 300];
const WORDS = everydayWords(15);

let server: PostgresProcess;

async function fill(url: string): Promise<void> {
  const catalogue = openWritablePostgres(url, { password: undefined });
  const now = Date.now();
  const random = randomNumbers(3);
  const said: string[] = [];
  for (const feed of generatedFeeds(EPISODES / EPISODES_PER_FEED, 7, now)) {
    const transcripts = [{ url: `${feed.url}/transcript`, type: 'text/vtt' }];
    const items = feed.reading.items.map((item, at) => ({
      ...item,
      ...(at % 10 === 0 && { transcripts }),
    }));
    said.push(...items.flatMap(({ description }) => description.split(' ')));
    await catalogue.write(() => storeFeed(feed.url, { ...feed.reading, items }, now));
  }
  const awaited = await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, now, { everyOne: true, limit: MOST_SAID }),
  );
  for (const { episodeId, ...record } of awaited) {
    const from = Math.floor(random() * (said.length - WORDS_A_TRANSCRIPT));
    const text = said.slice(from, from + WORDS_A_TRANSCRIPT).join(' ');
    await catalogue.write(() =>
      recordTranscript(episodeId, record, toSpokenText([{ startMs: 0, text }])),
    );
  }
  await catalogue.finishRefresh(now);
  await catalogue.close();
}

let made = 0;

/**
 * Returns the most expensive search, which costs six units: nineteen phrases of three frequent words and a title
 * term.
 */
function heaviest(): string[] {
  made += 1;
  const word = (at: number) => WORDS[at % WORDS.length] ?? '';
  const triples = Array.from({ length: 19 }, (_, at) => {
    const step = at + made * 7;
    return `"${word(step)} ${word(step + 4 + (made % 5))} ${word(step + 9)}"`;
  });
  return [...triples, `title:${word(made)}`];
}

async function attack(address: string, untilMs: number): Promise<Found[]> {
  const found: Found[] = [];
  const client = asNewClient();
  async function searchOn(isLeft: boolean): Promise<void> {
    while (performance.now() < untilMs) {
      const signal = isLeft ? AbortSignal.timeout(LEFT_AFTER_MS) : undefined;
      const asked = searchFor(heaviest(), client, address, signal);
      const one = await asked.catch(() => null);
      if (one !== null) found.push(one);
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, (_, at) => searchOn(at % 2 === 0)));
  return found;
}

describe.skipIf(!HAS_POSTGRES)('an instance with its catalogue on a PostgreSQL server', () => {
  beforeAll(async () => {
    server = await startPostgres();
    await fill(server.url());
  }, 600_000);
  afterAll(() => server.stop());

  test('answers everybody during one visitor’s heaviest searches, and leaves no query running', async () => {
    const address = await startInstance(server.url(), {
      RATE_LIMIT_STORE: 'memory',
      SEARCH_REQUESTS_PER_MINUTE: '100000',
    });
    const alone = searchSteadily(PLANTED.common, address);
    await pause(DURATION_MS / 3);
    const quiet = await alone.stop();

    const victims = Array.from({ length: VICTIMS }, () => searchSteadily(PLANTED.common, address));
    const attacked = await attack(address, performance.now() + DURATION_MS);
    const busy = (await Promise.all(victims.map((victim) => victim.stop()))).flat();
    const watcher = await connectTo(server.url());
    await pause(1_000);
    const left = await busyBackends(watcher, server.url());
    await watcher.end();

    for (const found of [quiet, busy]) {
      expect(found.filter(({ status }) => status !== 200)).toEqual([]);
    }
    expect(busy.length).toBeGreaterThan(VICTIMS);
    expect(left).toBe(0);
    const of = (found: Found[]) =>
      `${seconds(percentile(found, 50))}, at worst ${seconds(percentile(found, 100))}`;
    recordFault({
      fault: `one visitor keeps ${AT_A_TIME} of the heaviest searches there are under way, and leaves half of them, at one instance with ${EPISODES} episodes and ${MOST_SAID} transcripts on PostgreSQL`,
      seen: `a common search of six others takes ${of(busy)} (alone ${of(quiet)}); the visitor gets ${tally(attacked)}`,
      lost: 'nothing; all other searches are answered, and a second later the server does nothing',
      recovery: 'at once',
    });
  });
});
