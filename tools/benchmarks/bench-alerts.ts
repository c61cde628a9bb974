import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as z from 'zod';
import { optionsOf } from '../processes/command-line.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { type Phase, windowMeasuredSchema } from './bench-alerts-window.ts';
import { COMMANDS } from '../commands/command-lines.ts';
import { besideCommit, type Side } from './other-commit.ts';
import { comparedLine, createReport, headLine, type Bar } from './report.ts';

/**
 * Measures CPU time and memory of matching saved keywords with new episodes, and of one shard. If a commit
 * is given, compares a smaller case with it instead.
 */

/** A million alerts in one process. A deployment divides a million alerts among 16 shards. */
const TARGET = { saved: 1_000_000, episodes: 10_000, cpuMs: 6_000, peakMib: 600 };
const COMPARED = { saved: 100_000, episodes: 10_000, rounds: 3 };
/** One of 16 shards of a million alerts. */
const SHARD = { saved: 62_500, aDay: [20_000, 63_000], hourSeconds: 5, peakMib: 1536 };
/** Node's default heap in the 2 GiB of `planAlerts`. With a higher limit, Node would collect garbage later. */
const HEAP_OF_FUNCTION = '--max-old-space-size=1024';

const measuredSchema = z.looseObject({ pairs: z.number(), peakMib: z.number() });
type Measured = z.infer<typeof measuredSchema>;

/** Names of the figures that each phase sums. Commits before November 2026 spell "normalise". */
const PHASES = {
  'normal forms': /^normali[sz]eMs$/,
  'reading episodes': /^buildMs$/,
  matching: /^matchMs$/,
  together: /^(normali[sz]e|build|match)Ms$/,
};

const { against } = optionsOf(COMMANDS['bench-alerts']);
const report = createReport();

await besideCommit(against, async ([first, second]) => {
  if (first === undefined) return;
  if (second !== undefined) await compareMatching(first, second);
  else {
    await measureMatching(first);
    for (const aDay of SHARD.aDay) await measureShard(first, aDay);
    report.end();
  }
});

async function measureMatching(side: Side): Promise<void> {
  const { saved, episodes } = TARGET;
  const measured = await matchOnce(side, saved, episodes);
  const name = `${saved} alerts × ${episodes} episodes`;
  for (const [phase, pattern] of Object.entries(PHASES)) {
    const bar = phase === 'together' ? { bar: { atMost: TARGET.cpuMs } } : {};
    const value = sumOf(measured, pattern);
    report.add({ name: `${name}: ${phase}`, value, unit: 'ms of CPU', ...bar });
  }
  const bar = { atMost: TARGET.peakMib };
  report.add({ name: `${name}: memory`, value: measured.peakMib, unit: 'MiB', bar });
}

async function measureShard(side: Side, aDay: number): Promise<void> {
  const answer = await runFile(side, 'bench-alerts-window.ts', [SHARD.saved, aDay]);
  const { people, first, hour, stored, storedMib, matched } = windowMeasuredSchema.parse(answer);
  const shard = `shard, ${aDay} episodes a day`;
  console.log(`\n${SHARD.saved} alerts of ${people} people, ${aDay} new episodes a day`);
  const tellCpu = (name: string, { cpuSeconds, episodes }: Phase, bar?: Bar) =>
    report.add({
      name: `${shard}: ${name}`,
      value: cpuSeconds,
      unit: 's of CPU',
      note: `${episodes} episodes`,
      ...(bar && { bar }),
    });
  tellCpu('as many as are stored at a time', first);
  tellCpu('an hour', hour, { atMost: SHARD.hourSeconds });
  tellCpu(`index stored and loaded, ${storedMib.toFixed(0)} MiB`, stored);
  const bar = { atMost: SHARD.peakMib };
  report.add({ name: `${shard}: memory`, value: hour.peakMib, unit: 'MiB', bar });
  report.add({ name: `${shard}: people with a match in an hour`, value: matched, unit: '' });
}

/**
 * Each side runs its own `bench-alerts-case.ts`, because matching is not a deployed function. If the generators of the
 * two sides differ, the numbers of pairs differ too.
 */
async function compareMatching(old: Side, here: Side): Promise<void> {
  const measured = { old: [] as Measured[], here: [] as Measured[] };
  for (let round = 0; round < COMPARED.rounds; round += 1) {
    measured.old.push(await matchOnce(old, COMPARED.saved, COMPARED.episodes));
    measured.here.push(await matchOnce(here, COMPARED.saved, COMPARED.episodes));
  }
  console.log(`${COMPARED.saved} saved keywords × ${COMPARED.episodes} episodes, processor time`);
  console.log(headLine(old.name, here.name));
  const tell = (name: string, unit: string, figure: (of: Measured) => number) => {
    const figures = { old: measured.old.map(figure), here: measured.here.map(figure) };
    console.log(comparedLine({ name, unit, ...figures }));
  };
  for (const [name, pattern] of Object.entries(PHASES)) {
    tell(name, 'ms', (of) => sumOf(of, pattern));
  }
  tell('memory', 'MiB', ({ peakMib }) => peakMib);
  tell('pairs found', '', ({ pairs }) => pairs);
}

function sumOf(measured: Measured, pattern: RegExp): number {
  const those = Object.entries(measured).filter(([name]) => pattern.test(name));
  return those.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function matchOnce(side: Side, saved: number, episodes: number): Promise<Measured> {
  // Older commits also measure queries; the third argument is their number.
  const figures = await runFile(side, 'bench-alerts-case.ts', [saved, episodes, 0]);
  const parsed = measuredSchema.safeParse(figures);
  if (parsed.success) return parsed.data;
  throw new ExpectedFailure(`${side.name} cannot measure this case: its benchmark is another one.`);
}

/** Runs a file of the side's benchmarks in its own process. Returns its message, or undefined if it sends none. */
async function runFile({ repository }: Side, name: string, given: number[]): Promise<unknown> {
  const file = path.join(repository, 'tools/benchmarks', name);
  const execArgv = [...process.execArgv, HEAP_OF_FUNCTION];
  const child = fork(file, given.map(String), { cwd: repository, execArgv });
  const ended = once(child, 'exit').then(() => null);
  const message = (await Promise.race([once(child, 'message'), ended])) as unknown[] | null;
  return message?.[0];
}
