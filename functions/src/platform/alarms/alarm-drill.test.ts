import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { memoryEpisodes } from '../../alerts/fixtures/memory-episodes.ts';
import { messageParts } from '../../alerts/fixtures/message-parts.ts';
import { memoryOutbox, memoryStore } from '../../alerts/fixtures/memory-outbox.ts';
import {
  memoryObjects,
  memoryRuns,
  memoryRunStore,
  memorySource,
} from '../../alerts/fixtures/memory-shards.ts';
import { newEpisode } from '../../alerts/fixtures/new-episode.ts';
import { outboxWorld } from '../../alerts/fixtures/outbox-world.ts';
import { inOrder } from '../../alerts/fixtures/stepped-processes.ts';
import { queuedProgress } from '../../alerts/outbox/digest-progress.ts';
import { dispatchShards, openTick } from '../../alerts/runs/dispatch-shards.ts';
import { runShard } from '../../alerts/runs/run-shard.ts';
import { openIndex, saveIndex } from '../../alerts/shards/open-index.ts';
import { resumeDigests } from '../../alerts/store/resume-digests.ts';
import { warnOfSize } from '../../catalogue/storage/update-catalogue-object.ts';
import { temporaryCatalogue } from '../../catalogue/testing/test-catalogue.ts';
import { DAY_MS, DEFAULT_PREFERENCES, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { readFeed } from '../../feeds/read/read-feed.ts';
import { settleReports } from '../../mail-events/settle-reports.ts';
import { outgoingMail } from '../../mail/transport/fixtures/outgoing-mail.ts';
import { sendgridMailer } from '../../mail/transport/sendgrid-mailer.ts';
import { AppError } from '../app-error.ts';
import { respond } from '../http/respond.ts';
import { keepLog, logEntries } from '../test-log.ts';
import { serveOnLoopback } from '../test-server.ts';
import { warnOfSilence } from '../../refresh/hear-changes.ts';
import { refreshCatalogue } from '../../refresh/refresh-catalogue.ts';
import { logSummary } from '../../refresh/refresh-schedule.ts';
import type { Alarm, Condition } from './alarm.ts';
import { ALARMS } from './alarm-table.ts';
import { matchesFilter } from './log-filter.ts';
import { listFeeds } from '../../catalogue/queue/feed-queue.ts';

type Line = Record<string, unknown>;

/** Eight o'clock of a Saturday, when daily digests are due. */
const NOW = Date.UTC(2026, 10, 21, 8);
const SHARD = { epoch: 1, shard: 0, shards: 1 };

/** Whether an alarm is raised by lines that were logged within its minutes. */
function isRaised({ conditions }: Alarm, lines: readonly Line[]): boolean {
  return conditions.every((condition) => holds(condition, lines));
}

function holds(condition: Condition, lines: readonly Line[]): boolean {
  if (condition.kind === 'down') return false;
  const { filter, by = [] } = condition.lines;
  const found = lines.filter((line) => matchesFilter(filter, line));
  switch (condition.kind) {
    case 'more': {
      const groups = found.map((line) => by.map((field) => line[field]).join());
      const countOf = (group: string) => groups.filter((each) => each === group).length;
      return groups.some((group) => countOf(group) > condition.than);
    }
    case 'none':
      return found.length === 0;
    case 'share': {
      const all = lines.filter((line) => matchesFilter(condition.of.filter, line));
      return all.length > 0 && found.length / all.length > condition.above;
    }
  }
}

/** Runs the code and returns what it logged. */
async function logOf(work: () => unknown): Promise<Line[]> {
  const lines = keepLog();
  await work();
  return logEntries(lines);
}

/** People with an alert for ledgers each, of which there is an episode since an hour. */
function people(count: number) {
  const outbox = memoryOutbox();
  const sinceMs = NOW - 30 * DAY_MS;
  for (let each = 0; each < count; each += 1) {
    outbox.alerts.push({ uid: `u${each}`, alertId: `a${each}`, keyword: 'ledgers', sinceMs });
  }
  const shared = memoryRuns();
  const times = { pubDateMs: NOW - 2 * HOUR_MS, ingestedAtMs: NOW - HOUR_MS };
  const episode = newEpisode({ title: 'On ledgers', ...times });
  const parts = {
    runs: memoryRunStore(shared),
    source: memorySource(outbox),
    objects: memoryObjects(shared),
    operations: { reads: 0, writes: 0 },
    peakMib: () => 0,
    takesMail: () => Promise.resolve(new Set<string>()),
    store: memoryStore(outbox),
    queue: { enqueue: () => Promise.resolve() },
    ...messageParts(),
    catalogue: () => Promise.resolve(memoryEpisodes(() => [episode]).source()),
  };
  async function run(nowMs: number, others: Partial<typeof parts> = {}) {
    await openTick(parts, 1, nowMs);
    const times = { nowMs, everyoneDue: false, ratePerSecond: 200 };
    await runShard({ ...parts, ...others }, SHARD, times);
  }
  return { outbox, shared, parts, run };
}

/** An outbox that cannot be written to. */
const away = () => Promise.reject(new Error('away'));

/** Somebody with a webhook, for whom an episode is told in a tick, by mail and message. */
async function tick({ mails = true, messages = true } = {}): Promise<void> {
  const world = outboxWorld(NOW);
  world.outbox.alerts.push({
    uid: 'ada',
    alertId: '000-1',
    keyword: 'ledgers',
    sinceMs: NOW - DAY_MS,
  });
  world.prefer('ada', { ...DEFAULT_PREFERENCES, cadence: 'hourly' });
  world.outbox.channels.set('hook', {
    id: 'hook',
    uid: 'ada',
    kind: 'webhook',
    name: 'hook',
    host: '',
    alerts: 'all',
    state: 'on',
    createdAtMs: 0,
    sinceMs: 0,
    chosenAtMs: 0,
  });
  world.outbox.channelsChangedAtMs.set('ada', NOW);
  world.publish(1, 'All about ledgers');
  world.world.mood = mails ? 'takes' : 'refuses';
  world.channels.state.mood = messages ? 'takes' : 'down';
  const settle = () => world.settle(inOrder, () => false);
  world.startTick();
  await settle();
  for (const shard of world.shardTasks.splice(0)) world.startShard(shard);
  await settle();
  for (const id of world.tasks.splice(0)) world.startDelivery(id);
  for (const id of world.channels.tasks.splice(0)) world.startMessage(id);
  await settle();
}

async function refreshed(): Promise<void> {
  const catalogue = temporaryCatalogue();
  // Nothing is asked any more, as at the end of a run that was too short.
  const signal = AbortSignal.abort();
  const feeds = [{ url: 'https://show.example/feed' }];
  await catalogue.write(() =>
    listFeeds([{ url: 'https://show.example/feed', host: 'show.example' }], NOW),
  );
  const summary = await refreshCatalogue({
    catalogue,
    feeds,
    now: NOW + 2 * HOUR_MS,
    signal,
    readFeed,
    readFile: away,
    fetchFeed: away,
  });
  logSummary(summary, 0);
}

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let each = 0; each < count; each += 1) await work();
};

async function failedSearch(): Promise<void> {
  const reply = { set: () => reply, status: () => reply, json: () => reply, send: () => reply };
  await respond('search', reply, () => {
    throw new AppError('upstream-unavailable', 'the server is away');
  });
}

async function refusedMail(): Promise<void> {
  const baseUrl = await serveOnLoopback((request, response) => {
    request.resume().on('end', () => response.writeHead(401).end('{}'));
  });
  const from = { name: 'Earshot', address: 'alerts@earshot.example' };
  await sendgridMailer({ apiKey: 'SG.x', baseUrl, from, timeoutMs: 5000 }).send(outgoingMail);
}

async function returnedMail(): Promise<void> {
  const digests = {
    find: () => Promise.resolve(new Map([['d', { uid: 'ada', state: 'sent' }]])),
    settle: () => Promise.resolve(true),
  };
  const report = { kind: 'returned', reason: 'blocked' } as const;
  await settleReports(digests, [{ digestId: 'd', uid: 'ada', report }]);
}

async function waitingDigest(): Promise<void> {
  const outbox = memoryOutbox();
  outbox.digests.set('d', {
    uid: 'ada',
    slotMs: NOW,
    cadence: 'daily',
    sections: [],
    ...queuedProgress(NOW - 2 * HOUR_MS),
  });
  const queue = { enqueue: () => Promise.resolve() };
  await resumeDigests({ ...messageParts(), store: memoryStore(outbox), queue }, NOW);
}

/** An index that twice lacks an alert which is older than what the index knows. */
async function wrongIndex(): Promise<void> {
  const { outbox, parts } = people(1);
  for (let reading = 0; reading < 3; reading += 1) {
    const open = await openIndex(parts, SHARD, NOW + reading * MINUTE_MS, true);
    await saveIndex(parts.objects, SHARD, open);
    outbox.alerts.push({ uid: 'eve', alertId: `e${reading}`, keyword: 'x', sinceMs: 0 });
  }
}

async function brokenTick(): Promise<void> {
  const { parts } = people(1);
  const source = { ...parts.source, changedSince: away };
  const queue = { enqueue: away };
  const noteSuppressions = () => Promise.resolve();
  await times(3, () => dispatchShards({ ...parts, source, queue, noteSuppressions }, 1, NOW));
}

/** What makes each alarm's condition true; of those from outside, `tests/functions/api.test.ts` says more. */
const DRILLS: Record<string, () => unknown> = {
  'search-failing': () => times(21, failedSearch),
  'catalogue-stale': () => tick(),
  'feeds-late': () => times(4, refreshed),
  'catalogue-nears-limit': () => warnOfSize(80_000),
  'announcer-silent': () =>
    warnOfSilence(
      [
        {
          announcer: 'change-list',
          sinceMs: NOW - 2 * DAY_MS,
          announced: 0,
          woken: 0,
          brought: 0,
          position: null,
          failure: null,
        },
      ],
      NOW,
    ),
  'mail-stopped': () => tick({ mails: false }),
  'mail-refused': refusedMail,
  'mail-returned': async () => {
    await tick();
    await returnedMail();
  },
  'digests-waiting': waitingDigest,
  'shard-silent': brokenTick,
  'alerts-failing': () => {
    const { run, parts } = people(11);
    return run(NOW, { store: { ...parts.store, createDigest: away } });
  },
  'alerts-waiting': async () => {
    const { run, parts } = people(1);
    const store = { ...parts.store, createDigest: away };
    await times(4, () => run(NOW, { store }));
    await run(NOW + 3 * HOUR_MS, { store });
  },
  'alerts-broken': brokenTick,
  'index-wrong': wrongIndex,
  'messages-broken': () => {
    const { run, outbox, parts } = people(1);
    outbox.channels.set('hook', {
      id: 'hook',
      uid: 'u0',
      kind: 'webhook',
      name: 'hook',
      host: '',
      alerts: 'all',
      state: 'on',
      createdAtMs: 0,
      sinceMs: 0,
      chosenAtMs: 0,
    });
    outbox.channelsChangedAtMs.set('u0', NOW);
    return run(NOW - 4 * HOUR_MS, { store: { ...parts.store, createDigest: away } });
  },
  'channels-stopped': () => tick({ messages: false }),
};

const FROM_OUTSIDE = ['site-down', 'health-down'];
const INSIDE = ALARMS.filter(({ name }) => !FROM_OUTSIDE.includes(name));

test('each alarm has a name of its own, and a drill or a check from outside', () => {
  const names = ALARMS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect([...Object.keys(DRILLS), ...FROM_OUTSIDE].sort()).toEqual([...names].sort());
});

test('each event that a filter names is logged by some line of the code', () => {
  const folder = path.join(import.meta.dirname, '../..');
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('alarms') && !/test/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const filters = ALARMS.flatMap(({ conditions }) =>
    conditions.flatMap((condition) => (condition.kind === 'down' ? [] : [condition.lines.filter])),
  );
  const events = filters.flatMap((filter) =>
    [...filter.matchAll(/"([\w-]+)"/g)].map(([, event = '']) => event),
  );
  expect(events.length).toBeGreaterThan(20);
  // These are put together of what was delivered and how it ended, and have drills.
  const built = /^(digest|message)-accepted$|^digest-returned$/;
  const unknown = events.filter((event) => !built.test(event) && !code.includes(`'${event}'`));
  expect(unknown).toEqual([]);
});

describe('an alarm is raised by what the code logs', () => {
  test.each(INSIDE)('$name', async (alarm) => {
    const lines = await logOf(DRILLS[alarm.name]!);
    expect(isRaised(alarm, lines), JSON.stringify(lines)).toBe(true);
  });
});

describe('what is counted to notice that it stops is logged while all is well', () => {
  test.each(
    INSIDE.flatMap(({ name, conditions }) =>
      conditions.flatMap((condition) => (condition.kind === 'none' ? [{ name, condition }] : [])),
    ),
  )('$name', async ({ condition }) => {
    const lines = await logOf(async () => {
      await tick();
      await refreshed();
    });
    expect(holds(condition, lines), JSON.stringify(lines)).toBe(false);
  });
});

test('a quarter of an hour in which all is well raises no alarm', async () => {
  const lines = await logOf(async () => {
    await tick();
    await refreshed();
  });
  expect(INSIDE.filter((alarm) => isRaised(alarm, lines)).map(({ name }) => name)).toEqual([]);
});

describe('a filter', () => {
  const line = { event: 'run', severity: 'ERROR', failed: 11 };
  test.each([
    ['jsonPayload.event="run"', true],
    ['jsonPayload.event="other"', false],
    ['jsonPayload.event=("a" OR "run") AND severity=ERROR', true],
    ['jsonPayload.event="run" AND severity=WARNING', false],
    ['jsonPayload.failed>10', true],
    ['jsonPayload.failed>11', false],
    ['jsonPayload.absent>0', false],
  ])('%s', (filter, expected) => {
    expect(matchesFilter(filter, line)).toBe(expected);
  });

  test('that is not understood is refused', () => {
    expect(() => matchesFilter('jsonPayload.failed<1', line)).toThrow('not understood');
  });
});
