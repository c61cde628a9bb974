import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { storeInSqlite } from '../../functions/src/catalogue/engines/sqlite/sqlite-store.ts';
import {
  EPISODES_PER_FEED,
  everydayWords,
  generatedFeeds,
  PLANTED,
} from '../../tools/benchmarks/bench-episodes.ts';
import { asNewClient } from '../support/client.ts';
import { fillSpoken } from './fill-spoken.ts';
import { recordFault, seconds } from './record-fault.ts';
import { type Found, percentile, search, searchFor, searchSteadily, tally } from './searching.ts';
import { CAN_FIND_PROCESSES } from './stack-processes.ts';
import { startInstanceProcess, startInstances } from './start-instances.ts';

const EPISODES = 20_000;
const CLIENTS = 6;
const DURATION_MS = 10_000;
const WORDS = everydayWords(15);

const temporaryFile = () => path.join(temporaryFolder(), 'catalogue.db');

function largeCatalogue(): string {
  const file = temporaryFile();
  const catalogue = openSqliteFile(`file:${file}`);
  const now = Date.now();
  for (const { url, reading } of generatedFeeds(EPISODES / EPISODES_PER_FEED, 7, now)) {
    storeInSqlite(catalogue, url, reading, now);
  }
  catalogue.close();
  return file;
}

let made = 0;

/** Sixty frequent words, in phrases that match nothing, make the most expensive valid request. */
function heaviestBody(phrases: number): string[] {
  made += 1;
  const length = 60 / phrases;
  const word = (at: number) =>
    WORDS[(at * 7 + made * 3 + Math.floor(at / 15)) % WORDS.length] ?? '';
  return Array.from({ length: phrases }, (_, phrase) =>
    Array.from({ length }, (_, place) => word(phrase * length + place)).join(' '),
  );
}

/** Sends requests without a pause. Half of them are cheap enough to get a response. */
async function attack(instance: string, untilMs: number): Promise<Found[]> {
  const client = asNewClient();
  const found: Found[] = [];
  while (performance.now() < untilMs) {
    const body = heaviestBody(found.length % 2 === 0 ? 20 : 3);
    const answerable = found.length % 4 < 2 ? body.slice(0, Math.ceil(body.length / 2)) : body;
    found.push(await searchFor(answerable, client, instance));
    await pause(10);
  }
  return found;
}

const SPOKEN = { episodes: 5_000, transcripts: 2_500 };
/** Each attacker has one of these queries: frequent words in excluded phrases or in phrases that match nothing. */
const [word = '', other = '', third = ''] = WORDS;
const PAIRS = Array.from(
  { length: 19 },
  (_, at) => `"${WORDS[at % 15] ?? ''} ${WORDS[(at + 7) % 15] ?? ''}"`,
);
const ATTACKS = [
  [`${word} -"${Array<string>(5).fill(word).join(' ')}"`],
  [`${PLANTED.rare} -"${word} ${other} ${third}"`],
  PAIRS,
  [...PAIRS.map((pair) => pair.replace(/"$/, ` ${third}"`)), `title:${word}`],
  [`${word} AND -"${other} ${third}" AND -spoken:"${third} ${other}"`],
  WORDS.map((each) => `${each.slice(0, 3)}*`),
];

function processorMs(pid: number): number {
  const [, behind = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = '', system = ''] = behind.split(' ').slice(11);
  return (Number(user) + Number(system)) * TICK_MS;
}
const TICK_MS = 10;

test.runIf(CAN_FIND_PROCESSES)(
  'six of the most expensive searches over transcripts block nobody and end with their responses',
  async () => {
    const file = temporaryFile();
    const database = openSqliteFile(`file:${file}`);
    await fillSpoken(database, SPOKEN);
    database.close();
    const { address, pid } = await startInstanceProcess(`file:${file}`, {
      RATE_LIMIT_STORE: 'firestore',
    });
    await search(PLANTED.common, asNewClient(), address);

    const attacks = Promise.all(
      ATTACKS.map(async (keywords, at) => {
        await pause(at * 500);
        return searchFor(keywords, asNewClient(), address);
      }),
    );
    const others: Found[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      others.push(await search(PLANTED.common, asNewClient(), address));
      await pause(250);
    }
    const attacked = await attacks;
    await pause(1_000);
    const before = processorMs(pid);
    await pause(2_000);
    const idleMs = processorMs(pid) - before;

    expect(others.filter(({ status }) => status !== 200)).toEqual([]);
    expect(attacked.filter(({ status }) => ![200, 504].includes(status))).toEqual([]);
    expect(idleMs).toBeLessThan(200);
    recordFault({
      fault: `six searches that cost the most, ${SPOKEN.transcripts} transcripts, one instance`,
      seen: `twelve common searches beside them take ${seconds(percentile(others, 50))}, at worst ${seconds(percentile(others, 100))}; the six get ${tally(attacked)} within ${seconds(percentile(attacked, 100))}`,
      lost: 'nothing; all common searches are answered',
      recovery: `at once: a second later the processor is idle (${idleMs} ms of 2 s)`,
    });
  },
);

test('six clients with the heaviest searches block nobody', async () => {
  const [instance = ''] = await startInstances(1, largeCatalogue());
  await search(PLANTED.common, asNewClient(), instance);
  const alone = searchSteadily(PLANTED.common, instance);
  await pause(DURATION_MS / 2);
  const quiet = await alone.stop();

  const beside = searchSteadily(PLANTED.common, instance);
  const until = performance.now() + DURATION_MS;
  const attacks = await Promise.all(Array.from({ length: CLIENTS }, () => attack(instance, until)));
  const busy = await beside.stop();

  expect(busy.length).toBeGreaterThan(10);
  for (const found of [quiet, busy]) {
    expect(found.filter(({ status }) => status !== 200)).toEqual([]);
  }
  for (const found of attacks) {
    expect(found.filter(({ status }) => ![200, 429, 504].includes(status))).toEqual([]);
    // Each search costs at least three of a client's thirty units per minute.
    expect(found.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(10);
  }
  const heavy = attacks.flat().filter(({ status }) => status === 200);
  expect(heavy.length).toBeGreaterThan(0);
  const of = (found: Found[]) =>
    `${seconds(percentile(found, 50))}, at worst ${seconds(percentile(found, 100))}`;
  recordFault({
    fault: `${CLIENTS} clients with the heaviest searches there are, without a pause, ${EPISODES} episodes, one instance`,
    seen: `a common search beside them takes ${of(busy)} (alone ${of(quiet)}); they get ${tally(attacks.flat())}`,
    lost: 'nothing; all common searches are answered',
    recovery: 'at once',
  });
});
