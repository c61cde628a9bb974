import { beforeEach, expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import {
  DAY_MS,
  DEFAULT_PREFERENCES,
  HOUR_MS,
  MAX_ALERTS,
  MINUTE_MS,
} from '../../contract/index.ts';
import { messageParts } from '../fixtures/message-parts.ts';
import { storedOutbox } from '../fixtures/stored-outbox.ts';
import { memoryObjects, storedRuns } from '../fixtures/stored-runs.ts';
import { memoryEpisodes } from '../fixtures/memory-episodes.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { EMPTY_SENT_LOG } from '../outbox/sent-log.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { openTick } from './dispatch-shards.ts';
import { runShard } from './run-shard.ts';
import { keepLog } from '../../testing/test-log.ts';

beforeEach(() => void keepLog());

const EIGHT = Date.UTC(2026, 10, 21, 8);
const OTHERS = 1000;

function episodesOf(count: number): NewEpisode[] {
  return Array.from({ length: count }, (_, number) => {
    return newEpisode({
      title: `Part ${number}`,
      description: `About ledgers. ${Array.from({ length: MAX_ALERTS }, (_, each) => `topic${each}`).join(' ')}`,
      link: `https://show.example/${number}`,
      pubDateMs: EIGHT - 3 * HOUR_MS,
      ingestedAtMs: EIGHT - 2 * HOUR_MS,
    });
  });
}

test('one person at every limit and four with corrupt documents do not delay 1 000 others', async () => {
  const outbox = storedOutbox();
  const runs = storedRuns();
  const sinceMs = EIGHT - 30 * DAY_MS;
  const others = Array.from({ length: OTHERS }, (_, number) => `person-${number}`);
  for (const uid of [...others, 'broken-ledger', 'refused-digest', 'unknown-zone']) {
    outbox.saveAlert({ uid, alertId: `${uid}-a`, keyword: 'ledgers', sinceMs });
  }
  for (let each = 0; each < MAX_ALERTS; each += 1) {
    outbox.saveAlert({ uid: 'limit', alertId: `${each}-1`, keyword: `topic${each}`, sinceMs });
  }
  outbox.saveAlert({ uid: 'odd', alertId: 'odd-1', keyword: '\u0000\uD800', sinceMs });
  outbox.preferences.set('unknown-zone', {
    ...DEFAULT_PREFERENCES,
    timeZone: 'Mars/Olympus',
    updatedAtMs: 0,
  });
  outbox.ledgers.set('broken-ledger', { ...EMPTY_SENT_LOG, sent: null as never });

  const queued = new Map<string, number>();
  const memory = outbox.store();
  const store: OutboxStore = {
    ...memory,
    createDigest: (wish) =>
      wish.uid === 'refused-digest'
        ? Promise.reject(new Error('INVALID_ARGUMENT: exceeds the maximum allowed size'))
        : memory.createDigest(wish),
  };
  const published = memoryEpisodes(() => episodesOf(30));
  const parts = {
    store,
    runs: runs.store(),
    source: outbox.source(),
    objects: memoryObjects(runs),
    operations: { reads: 0, writes: 0 },
    peakMib: () => 0,
    takesMail: () => Promise.resolve(new Set<string>()),
    noteSuppressions: () => Promise.resolve(),
    ...messageParts(),
    queue: {
      enqueue: (id: string, _: string, atMs = EIGHT) => {
        queued.set(id, atMs);
        return Promise.resolve();
      },
    },
    catalogue: () => Promise.resolve(published.source()),
  };
  const run = async (nowMs: number) => {
    await openTick(parts, 1, nowMs);
    // At one digest per second, the queue needs 17 minutes.
    const each = { nowMs, everyoneDue: false, ratePerSecond: 1 };
    return runShard(parts, { epoch: 1, shard: 0, shards: 1 }, each);
  };
  await run(EIGHT - 15 * MINUTE_MS);
  expect(await run(EIGHT)).toMatchObject({ created: OTHERS + 2, failed: 2 });
  const servedInTime = others.filter((uid) => {
    const atMs = queued.get(`${uid}_20261121T080000000Z`) ?? Infinity;
    return atMs >= EIGHT && atMs < EIGHT + HOUR_MS;
  });
  expect(servedInTime).toHaveLength(OTHERS);
  const times = [...queued.values()].sort((a, b) => a - b);
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(20 * MINUTE_MS);

  outbox.ledgers.delete('broken-ledger');
  expect(await run(EIGHT + 15 * MINUTE_MS)).toMatchObject({ retried: 2, created: 1, failed: 1 });
});
