import { deliverDigest } from '../../../functions/src/alerts/outbox/deliver-digest.ts';
import { memoryOutbox, memoryStore } from '../../../functions/src/alerts/fixtures/memory-outbox.ts';
import { messageParts } from '../../../functions/src/alerts/fixtures/message-parts.ts';
import {
  memoryObjects,
  memoryRuns,
  memoryRunStore,
  memorySource,
} from '../../../functions/src/alerts/fixtures/memory-shards.ts';
import { memoryEpisodes } from '../../../functions/src/alerts/fixtures/memory-episodes.ts';
import { resumeDigests } from '../../../functions/src/alerts/outbox/resume-digests.ts';
import { runShard } from '../../../functions/src/alerts/plan/run-shard.ts';
import {
  dispatchShards,
  resumeShards,
} from '../../../functions/src/alerts/plan/dispatch-shards.ts';
import type { Shard } from '../../../functions/src/alerts/match/shard-layout.ts';
import type { NewEpisode } from '../../../functions/src/catalogue/store/new-episode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/src/contract/index.ts';
import { randomNumbers } from '../bench-episodes.ts';
import { newEpisodes, savedKeywords } from '../bench-keywords.ts';
import {
  type Counted,
  countedNothing,
  countedObjects,
  countedOutbox,
  countedRuns,
  countedSource,
} from './counted-parts.ts';

/** Saturday, 8:00 in New York: the time at which every person's digest is due. */
const NOW = Date.UTC(2026, 10, 21, 13);
const SEED = 20_261_121;
const ALERTS_A_PERSON = 5;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Counts of one run. Matches were stored for `stored` people in the first runs; `asked` digests were considered, `created` of them were written, `mailed` were sent. */
export interface AlertCounts {
  people: number;
  alerts: number;
  sections: number;
  stored: number;
  /** How often matches that were stored were read again by the second runs. */
  storedAgain: number;
  askedAlerts: number;
  asked: number;
  created: number;
  mailed: number;
  steps: Record<'firstRuns' | 'tick' | 'sweep' | 'runs' | 'delivery', Counted>;
}

/**
 * Runs the alerts of `people` people once, with in-memory stores that count operations: the first run of
 * each shard, a tick, a sweep, the runs at the hour of all digests, and the delivery.
 */
export async function countAlerts(people: number, shards: number): Promise<AlertCounts> {
  const outbox = memoryOutbox();
  const runs = memoryRuns();
  const texts = newEpisodes(people, SEED);
  const episodes = texts.map((text, index): NewEpisode => {
    const link = `https://show.example/${index}`;
    const dates = { pubDateMs: NOW - 2 * HOUR_MS, ingestedAtMs: NOW - HOUR_MS };
    return { ...text, ...dates, link, key: link, item: link, image: '' };
  });
  populate(outbox, savedKeywords(people * ALERTS_A_PERSON, texts, SEED));

  const catalogue = memoryEpisodes(() => episodes);
  const tasks: Shard[] = [];
  const digests: string[] = [];
  let askedAlerts = 0;
  let asked = 0;
  let stored = 0;
  const partsOf = (counted: Counted) => {
    const store = countedOutbox(memoryStore(outbox), counted);
    return {
      operations: counted,
      peakMib: () => 0,
      runs: countedRuns(memoryRunStore(runs), counted),
      source: countedSource(memorySource(outbox), counted),
      objects: countedObjects(memoryObjects(runs), counted),
      catalogue: () => Promise.resolve(catalogue.source()),
      store: {
        ...store,
        addPending(matches: Parameters<typeof store.addPending>[0]) {
          stored += 1;
          return store.addPending(matches);
        },
        createDigest(wish: Parameters<typeof store.createDigest>[0]) {
          asked += 1;
          return store.createDigest({
            ...wish,
            decide: (waiting) => {
              askedAlerts += Object.keys(waiting.pending.alerts).length;
              return wish.decide(waiting);
            },
          });
        },
      },
    };
  };
  async function tick(counted: Counted, nowMs: number): Promise<void> {
    const enqueue = (shard: Shard) => {
      counted.tasks += 1;
      tasks.push(shard);
      return Promise.resolve();
    };
    await dispatchShards({ ...partsOf(counted), queue: { enqueue } }, shards, nowMs);
  }
  async function runAll(counted: Counted, nowMs: number): Promise<void> {
    const enqueue = (id: string) => {
      counted.tasks += 1;
      digests.push(id);
      return Promise.resolve();
    };
    const times = { nowMs, everyoneDue: false, ratePerSecond: 200 };
    for (const shard of tasks.splice(0)) {
      const report = await runShard(
        {
          ...partsOf(counted),
          ...messageParts(),
          queue: { enqueue },
          takesMail: () => Promise.resolve(new Set<string>()),
          noteSuppressions: () => Promise.resolve(),
        },
        shard,
        times,
      );
      if (report === null || report.failed > 0) throw new Error('A shard was not run in full');
    }
  }

  const steps = {
    firstRuns: countedNothing(),
    tick: countedNothing(),
    sweep: countedNothing(),
    runs: countedNothing(),
    delivery: countedNothing(),
  };
  await tick(countedNothing(), NOW - 15 * MINUTE_MS);
  await runAll(steps.firstRuns, NOW - 15 * MINUTE_MS);
  if (digests.length > 0) throw new Error('Nobody is due yet');
  const storedFirst = stored;
  await tick(steps.tick, NOW);
  await runAll(steps.runs, NOW);
  const enqueue = () => Promise.reject(new Error('Nothing has to be queued again'));
  await resumeDigests({ ...partsOf(steps.sweep), ...messageParts(), queue: { enqueue } }, NOW);
  await resumeShards({ ...partsOf(steps.sweep), queue: { enqueue } }, NOW);
  const mailed = await deliverAll(partsOf(steps.delivery).store, steps.delivery, digests);
  const sections = [...outbox.digests.values()].reduce(
    (sum, each) => sum + each.sections.length,
    0,
  );
  return {
    people,
    alerts: outbox.alerts.length,
    sections,
    stored: storedFirst,
    storedAgain: stored - storedFirst,
    asked,
    askedAlerts,
    created: digests.length,
    mailed,
    steps,
  };
}

/** Stores the same number of old alerts for each person, and a daily digest at 8:00 in New York. */
function populate(outbox: ReturnType<typeof memoryOutbox>, keywords: readonly string[]): void {
  const random = randomNumbers(SEED);
  const letter = () => LETTERS[Math.floor(random() * LETTERS.length)] ?? '';
  for (let next = 0; next < keywords.length; next += ALERTS_A_PERSON) {
    const uid = Array.from({ length: 28 }, letter).join('');
    outbox.preferences.set(uid, {
      cadence: 'daily',
      hour: 8,
      weekday: 1,
      timeZone: 'America/New_York',
      updatedAtMs: NOW - 30 * DAY_MS,
    });
    for (const [slot, keyword] of keywords.slice(next, next + ALERTS_A_PERSON).entries()) {
      outbox.alerts.push({ uid, alertId: `${uid}-${slot}`, keyword, sinceMs: NOW - 30 * DAY_MS });
    }
  }
}

/** Delivers the digests through a mail service that accepts everything; returns how many it accepted. */
async function deliverAll(
  store: ReturnType<typeof memoryStore>,
  counted: Counted,
  digests: readonly string[],
): Promise<number> {
  let mailed = 0;
  for (const id of digests) {
    await deliverDigest(
      {
        store,
        mailer: {
          send: () => {
            mailed += 1;
            return Promise.resolve({ kind: 'accepted', messageId: id });
          },
          isThere: () => Promise.resolve(true),
        },
        deliverAt: () => Promise.reject(new Error('Nothing is to be delivered later')),
        findRecipient: () =>
          Promise.resolve({ email: 'ada@example.com', emailVerified: true, disabled: false }),
        isSuppressed: () => {
          counted.reads += 1;
          return Promise.resolve(false);
        },
        compose: () => Promise.resolve({ subject: 'news', html: '', text: '', headers: {} }),
        // Cloud Tasks delivers later than the run.
        now: () => NOW + HOUR_MS,
      },
      id,
    );
  }
  return mailed;
}
