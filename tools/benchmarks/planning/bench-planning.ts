import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StepMeasured, stepMeasuredSchema } from '../bench-planning-step.ts';
import { DELAYS } from './counted-stores.ts';
import { monthLines } from './month.ts';
import { sumOf, sumOfTold } from './sums.ts';

const functionsConfig = fileURLToPath(new URL('../../../functions/tsconfig.json', import.meta.url));
const stepFile = fileURLToPath(new URL('../bench-planning-step.ts', import.meta.url));

/** As in `shard-task.ts`: shards that one process looks at, one after the other. */
const SHARDS_A_PROCESS = 4;
/** Processes at the same time: this machine's cores, so that the clock tells something. */
const AT_ONCE = 2;
/** As small as Node makes it in so little memory; else it collects garbage only when gigabytes are full. */
const HEAP_LIMIT = '--max-old-space-size=320';
const TARGET = { peakMib: 512, wallMs: 120_000 };
const EPISODES = 10_000;

/** What was measured of each step: of every shard, or once for all. */
export type Measured = Record<
  'dispatch' | 'sweep' | 'reread' | 'update' | 'match' | 'plan' | 'deliver',
  StepMeasured[]
>;

/**
 * Measures every step of the alerts, each in processes of its own, on stores in memory that count and
 * answer as late as real ones. Prints what each cost, and what a month would; answers with how many
 * targets were missed.
 */
export async function benchPlanning(alerts: number, shards: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-planning-'));
  try {
    const [people] = await answersOf([folder, shards, 'prepare', alerts, EPISODES]);
    console.log(
      `\n${alerts} alerts of ${String(people)} people, ${EPISODES} new episodes, ${shards} shards; ` +
        `delays in ms: ${Object.entries(DELAYS)
          .map(([name, ms]) => `${name.replace(/Ms$/, '')} ${ms}`)
          .join(', ')}`,
    );
    const once = (step: string) => measured(folder, shards, step, [0]);
    const all = (step: string) => inProcesses(folder, shards, step);
    const results: Measured = {
      reread: await all('reread'),
      dispatch: await once('dispatch'),
      sweep: await once('sweep'),
      update: await all('update'),
      match: await all('match'),
      plan: await all('plan'),
      deliver: await once('deliver'),
    };
    console.log(
      'step          CPU ms of a shard, of all     clock     peak      reads   writes    tasks  objects r/w',
    );
    let missed = 0;
    for (const [step, each] of Object.entries(results)) {
      const { line, isReached } = summary(step, each);
      console.log(line);
      if (!isReached) missed += 1;
    }
    const month = monthLines(results, alerts, shards);
    console.log(month.lines.join('\n'));
    return missed + month.missed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inProcesses(folder: string, shards: number, step: string): Promise<StepMeasured[]> {
  const groups = groupsOf(
    SHARDS_A_PROCESS,
    Array.from({ length: shards }, (_, shard) => shard),
  );
  const results: StepMeasured[] = [];
  for (const together of groupsOf(AT_ONCE, groups)) {
    const each = await Promise.all(together.map((group) => measured(folder, shards, step, group)));
    results.push(...each.flat());
  }
  return results;
}

function groupsOf<T>(size: number, all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, group) =>
    all.slice(group * size, (group + 1) * size),
  );
}

async function measured(
  folder: string,
  shards: number,
  step: string,
  group: readonly number[],
): Promise<StepMeasured[]> {
  const answers = await answersOf([folder, shards, step, ...group]);
  if (answers.length !== group.length) throw new Error(`The step ${step} ended too early`);
  return answers.map((answer) => stepMeasuredSchema.parse(answer));
}

async function answersOf(args: readonly (string | number)[]): Promise<unknown[]> {
  const child = fork(stepFile, args.map(String), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: args[2] === 'prepare' ? process.execArgv : [...process.execArgv, HEAP_LIMIT],
    // Mails are made of JSX, which has to be read as the functions read it.
    env: { ...process.env, TSX_TSCONFIG_PATH: functionsConfig },
  });
  const answers: unknown[] = [];
  child.on('message', (message) => answers.push(message));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.slice(2).join(' ')} ended with ${String(code)}`);
  return answers;
}

/** Costs of all shards together, and the most that one of them took. */
function summary(step: string, each: readonly StepMeasured[]) {
  const most = (of: (one: StepMeasured) => number) => Math.max(...each.map(of));
  const [wallMs, peakMib] = [most((one) => one.wallMs), most((one) => one.peakMib)];
  const isReached = peakMib <= TARGET.peakMib && wallMs <= TARGET.wallMs;
  const { reads, writes, tasks, objectReads, objectWrites } = sumOf(each);
  const told = sumOfTold(each);
  const line = [
    step.padEnd(10),
    most((one) => one.cpuMs)
      .toFixed(0)
      .padStart(8),
    each
      .reduce((sum, { cpuMs }) => sum + cpuMs, 0)
      .toFixed(0)
      .padStart(9),
    `${(wallMs / 1000).toFixed(1)} s`.padStart(9),
    `${peakMib.toFixed(0)} MiB`.padStart(8),
    ...[reads, writes, tasks].map((count) => String(count).padStart(9)),
    `${objectReads}/${objectWrites}`.padStart(8),
    isReached ? 'PASS' : `MISS (${TARGET.peakMib} MiB, ${TARGET.wallMs / 1000} s)`,
    Object.entries(told)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ].join('  ');
  return { line, isReached };
}
