import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '../../../functions/src/contract/index.ts';
import type { AlertSource, Changes } from '../../../functions/src/alerts/indexing/alert-source.ts';
import { openIndex, saveIndex } from '../../../functions/src/alerts/indexing/update-index.ts';
import { createEpisodeBatch } from '../../../functions/src/alerts/matching/episode-batch.ts';
import { matchAlerts } from '../../../functions/src/alerts/matching/match-alerts.ts';
import { savedKeywords } from '../../../functions/src/alerts/matching/saved-keywords.ts';
import { dueWishes } from '../../../functions/src/alerts/planning/due-wish.ts';
import { resumeDigests } from '../../../functions/src/alerts/outbox/resume-digests.ts';
import { runShard } from '../../../functions/src/alerts/runs/run-shard.ts';
import { dispatchShards } from '../../../functions/src/alerts/shards/dispatch-shards.ts';
import { resumeShards } from '../../../functions/src/alerts/shards/resume-shards.ts';
import type { Shard, ShardLayout } from '../../../functions/src/alerts/shards/shard-layout.ts';
import type { NewEpisode } from '../../../functions/src/catalogue/new-episode.ts';
import {
  type Counted,
  countedObjects,
  countedOutbox,
  countedRuns,
  DELAYS,
} from './counted-stores.ts';
import { type BenchPerson, NOW } from './population.ts';
import { changesFile, digestsFile, episodesFile, peopleFile, readLines } from './prepare.ts';

/** What a step works on. */
export interface StepInput {
  folder: string;
  shards: number;
  counted: Counted;
}

/** Numbers that a step tells besides what it cost. */
export type Told = Record<string, number>;

const EPOCH = 1;
/** When indexes are read in full: of no shard is that due again at {@link NOW}. */
const READ_AT = NOW - 14 * MINUTE_MS;
const MAILS_PER_SECOND = 200;
/** One digest of so many is delivered. */
const DELIVERED_EVERY = 200;
const PAGE_SIZE = 5000;

const shardOf = ({ shards }: StepInput, shard: number): Shard => ({ epoch: EPOCH, shard, shards });
const objectsOf = ({ folder, counted }: StepInput) =>
  countedObjects(path.join(folder, 'objects'), counted);

function runsOf({ shards, counted }: StepInput) {
  const layout: ShardLayout = {
    ...{ epoch: EPOCH, shards, tickAtMs: NOW },
    carried: { lastRunAtMs: NOW - 15 * MINUTE_MS, missed: [] },
    changes: { fromMs: READ_AT, untilMs: READ_AT },
  };
  return countedRuns(layout, counted);
}

/** The documents of a shard, and what changed in all. */
function sourceOf({ folder, counted }: StepInput, shard = 0): AlertSource {
  const read = (documents: number) => {
    counted.reads += Math.max(1, documents);
    return pause(DELAYS.pageMs + documents * DELAYS.documentMs);
  };
  async function* pages<T>(each: AsyncIterable<T>): AsyncGenerator<T[]> {
    let page: T[] = [];
    for await (const document of each) {
      if (page.push(document) < PAGE_SIZE) continue;
      await read(page.length);
      yield page;
      page = [];
    }
    await read(page.length);
    yield page;
  }
  const everybody = () => readLines<BenchPerson>(peopleFile(folder, shard));
  async function* everyAlert() {
    for await (const { alerts } of everybody()) yield* alerts;
  }
  return {
    async changedSince() {
      const changes = JSON.parse(readFileSync(changesFile(folder), 'utf8')) as Changes;
      const sizes = [changes.alerts.length, 0, changes.people.length, 0];
      await Promise.all(sizes.map(read));
      return changes;
    },
    async *everythingIn() {
      for await (const people of pages(everybody())) yield { alerts: [], people };
      for await (const alerts of pages(everyAlert())) yield { alerts, people: [] };
    },
  };
}

async function episodesOf({ folder }: StepInput) {
  return createEpisodeBatch(readLines<NewEpisode>(episodesFile(folder)));
}

/** All of a shard is read, as once a day, and its index is made and saved. */
export async function reread(input: StepInput, shard: number): Promise<Told> {
  const parts = { source: sourceOf(input, shard), objects: objectsOf(input) };
  const opened = await openIndex(parts, shardOf(input, shard), READ_AT);
  await saveIndex(parts.objects, shardOf(input, shard), opened);
  const people = [...opened.index.people.values()];
  const alerts = people.reduce((sum, person) => sum + person.alerts.length, 0);
  return { people: people.length, alerts };
}

/** A tick of the schedule, which reads what changed and gives each shard a task. */
export async function dispatch(input: StepInput): Promise<Told> {
  const queue = {
    enqueue: () => {
      input.counted.tasks += 1;
      return pause(DELAYS.taskMs);
    },
  };
  const parts = { runs: runsOf(input), source: sourceOf(input), objects: objectsOf(input), queue };
  const { changes, enqueued } = await dispatchShards(parts, input.shards, NOW);
  return { changes, enqueued };
}

/** The schedule that looks for digests and shards without a task finds none. */
export async function sweep(input: StepInput): Promise<Told> {
  const enqueue = () => Promise.reject(new Error('Nothing has to be queued again'));
  const digests = await resumeDigests(
    { store: countedOutbox(input.counted, 1), queue: { enqueue } },
    NOW,
  );
  const shards = await resumeShards({ runs: runsOf(input), queue: { enqueue } }, NOW);
  return { digests: digests.resumed, shards: shards.resumed };
}

/** An index is loaded, brought up to date and saved. */
export async function update(input: StepInput, shard: number): Promise<Told> {
  const parts = { source: sourceOf(input, shard), objects: objectsOf(input) };
  const opened = await openIndex(parts, shardOf(input, shard), NOW);
  if (opened.differed !== null) throw new Error('The index was read in full');
  await saveIndex(parts.objects, shardOf(input, shard), opened);
  return { changes: opened.changes };
}

/** The episodes are cut into tokens, and the keywords of everybody who is due matched against them. */
export async function match(input: StepInput, shard: number): Promise<Told> {
  const parts = { source: sourceOf(input, shard), objects: objectsOf(input) };
  const { index } = await openIndex(parts, shardOf(input, shard), NOW);
  const times = { lastRunAtMs: NOW - 15 * MINUTE_MS, nowMs: NOW, everyoneDue: false };
  const dueWish = dueWishes(times);
  const due = [...index.people.values()].filter(
    ({ preferences, settledAtMs }) => dueWish(preferences, { settledAtMs }) !== null,
  );
  const keywords = due.map(({ alerts }) => savedKeywords(alerts));
  const news = matchAlerts(keywords, await episodesOf(input));
  const matches = news.reduce((sum, person) => sum + person.news.length, 0);
  return { due: due.length, matched: news.length, matches };
}

let batch: ReturnType<typeof episodesOf> | undefined;

/** A whole run of a shard, at the hour at which half of all people are due. */
export async function plan(input: StepInput, shard: number): Promise<Told> {
  const { counted, folder, shards } = input;
  const store = countedOutbox(counted, DELIVERED_EVERY);
  let latestMs = 0;
  const report = await runShard(
    {
      store,
      runs: runsOf(input),
      source: sourceOf(input, shard),
      objects: objectsOf(input),
      operations: counted,
      // One for all shards of a process, as in `open-parts.ts`.
      episodesAt: () => (batch ??= episodesOf(input)),
      queue: {
        enqueue: (_, __, atMs = NOW) => {
          counted.tasks += 1;
          latestMs = Math.max(latestMs, atMs);
          return pause(DELAYS.taskMs);
        },
      },
    },
    shardOf(input, shard),
    { nowMs: NOW, everyoneDue: false, ratePerSecond: MAILS_PER_SECOND / shards },
  );
  if (report === null) throw new Error('The shard is of another layout');
  if (report.failed > 0) throw new Error(`${report.failed} digests failed`);
  const kept = [...store.digests].map(([id, digest]) => [
    id,
    { ...digest, sections: digest.sections.map((each) => ({ ...each, keys: [...each.keys] })) },
  ]);
  writeFileSync(digestsFile(folder, shard), JSON.stringify(kept));
  const { due, matched, untold, created } = report;
  const { bytes, asked, askedAlerts } = store;
  return { due, matched, untold, created, asked, askedAlerts, bytes, lastAfterMs: latestMs - NOW };
}
