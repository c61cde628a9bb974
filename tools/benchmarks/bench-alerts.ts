import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Measured, measuredSchema } from './bench-alerts-case.ts';
import { type Phase, windowMeasuredSchema } from './bench-alerts-window.ts';
import { compareAlerts } from './compare-alerts.ts';
import { COMMANDS } from './command-lines.ts';
import { optionsOf } from '../processes/command-line.ts';
import { type Bar, createReport } from './report.ts';

/**
 * Measures CPU time and memory of matching saved keywords with new episodes, and compares them with a naive
 * loop, extrapolated from a sample. Then measures a shard over 17 days.
 */

const SAVED = [1000, 100_000, 1_000_000];
const EPISODES = [1000, 10_000];
/**
 * A million alerts in one process, which 16 shards have in a deployment. Alerts are matched by the index of a search,
 * in which each phrase is looked up; docs/costs.md says at what cost.
 */
const TARGET = { saved: 1_000_000, episodes: 10_000, cpuMs: 25_000, peakMib: 600 };
/** Factor by which 1 000 000 saved keywords may take longer than 1000: they are 250 times as many queries. */
const FLAT_FACTOR = 60;
/** How many times slower the matching may be if every tenth keyword is a query. */
const QUERIES_FACTOR = 2;

/** One of 16 shards of a million alerts; an episode can match for 17 days. */
const SHARD = { saved: 62_500, aDay: [20_000, 63_000], hourSeconds: 5, peakMib: 1536 };
/**
 * Heap limit that Node sets itself in the 2 GiB of `planAlerts`; with a higher one it would collect garbage
 * later.
 */
const HEAP_OF_FUNCTION = '--max-old-space-size=1024';

const caseFile = fileURLToPath(new URL('bench-alerts-case.ts', import.meta.url));
const windowFile = fileURLToPath(new URL('bench-alerts-window.ts', import.meta.url));
const matchMsOf = new Map<string, number>();
const report = createReport();

async function measured(saved: number, episodes: number, queries = 0): Promise<Measured> {
  return measuredSchema.parse(await answerOf(caseFile, [saved, episodes, queries]));
}

async function answerOf(
  file: string,
  given: readonly number[],
  options: readonly string[] = [],
): Promise<unknown> {
  const execArgv = [...process.execArgv, ...options];
  const child = fork(file, given.map(String), { execArgv });
  const ended = once(child, 'exit');
  const message: unknown[] | null = await Promise.race([
    once(child, 'message'),
    ended.then(() => null),
  ]);
  if (message === null) throw new Error(`the case ${given.join(' × ')} ended without an answer`);
  return message[0];
}

function line(saved: number, episodes: number, result: Measured): string {
  const { distinct, pairs, normalizeMs, buildMs, matchMs, wallMs, peakMib, naiveMs } = result;
  const cpuMs = normalizeMs + buildMs + matchMs;
  const times = [normalizeMs, buildMs, matchMs, cpuMs, wallMs].map((ms) =>
    ms.toFixed(0).padStart(6),
  );
  const naive = `${(naiveMs / 1000).toFixed(0).padStart(6)} s, ${(naiveMs / cpuMs).toFixed(0)} x`;
  return [
    `${saved} × ${episodes}`.padEnd(16),
    String(distinct).padStart(9),
    String(pairs).padStart(10),
    ...times,
    `${peakMib.toFixed(0).padStart(5)} MiB`,
    naive,
  ].join('  ');
}

async function measureAll(): Promise<void> {
  await benchMatching();
  for (const aDay of SHARD.aDay) await benchShard(aDay);
  report.end();
}

const { against } = optionsOf(COMMANDS['bench-alerts']);
await (against === undefined ? measureAll() : compareAlerts(against));

async function benchMatching(): Promise<void> {
  report.say(
    'saved × episodes   distinct       pairs   norm.  build   match   CPU ms   clock    peak    naive',
  );
  for (const episodes of EPISODES) {
    for (const saved of SAVED) {
      const result = await measured(saved, episodes);
      matchMsOf.set(`${saved} × ${episodes}`, result.matchMs);
      report.say(line(saved, episodes, result));
    }
  }
  const { saved, episodes } = TARGET;
  const most = await measured(saved, episodes);
  const cpuMs = most.normalizeMs + most.buildMs + most.matchMs;
  const name = `${saved} alerts × ${episodes} episodes`;
  report.tell({ name, value: cpuMs, unit: 'ms of CPU', bar: { atMost: TARGET.cpuMs } });
  report.tell({
    name: `${name}, memory`,
    value: most.peakMib,
    unit: 'MiB',
    bar: { atMost: TARGET.peakMib },
  });
  report.tell({
    name: `${name}, matching beside ${SAVED[0] ?? 0} alerts`,
    value: most.matchMs / (matchMsOf.get(`${SAVED[0] ?? 0} × ${episodes}`) ?? 0),
    unit: 'x',
    bar: { atMost: FLAT_FACTOR },
  });
  const asked = await measured(saved, episodes, 1);
  report.tell({
    name: `${name}, where every tenth is a query`,
    value: (asked.normalizeMs + asked.buildMs + asked.matchMs) / cpuMs,
    unit: 'x',
    bar: { atMost: QUERIES_FACTOR },
  });
}

/** Measures a shard that matches each new episode once and stores its matches by person. */
async function benchShard(aDay: number): Promise<void> {
  const answer = await answerOf(windowFile, [SHARD.saved, aDay], [HEAP_OF_FUNCTION]);
  const { people, first, hour, stored, storedMib, matched } = windowMeasuredSchema.parse(answer);
  const shard = `shard, ${aDay} episodes a day`;
  report.say(`\n${SHARD.saved} alerts of ${people} people, ${aDay} new episodes a day`);
  const tellCpu = (name: string, { cpuSeconds, episodes }: Phase, bar?: Bar) =>
    report.tell({
      name: `${shard}: ${name}`,
      value: cpuSeconds,
      unit: 's of CPU',
      note: `${episodes} episodes`,
      ...(bar && { bar }),
    });
  tellCpu('everything, the first time', first);
  tellCpu('an hour', hour, { atMost: SHARD.hourSeconds });
  tellCpu(`index stored and loaded, ${storedMib.toFixed(0)} MiB`, stored);
  report.tell({
    name: `${shard}: memory`,
    value: hour.peakMib,
    unit: 'MiB',
    bar: { atMost: SHARD.peakMib },
  });
  report.tell({ name: `${shard}: people with a match in an hour`, value: matched, unit: '' });
}
