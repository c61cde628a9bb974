import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as z from 'zod';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { comparedLine, headLine } from './compared-figures.ts';
import { besideCommit, type Side } from './other-commit.ts';

const ROUNDS = 3;
const SAVED = 100_000;
const EPISODES = 10_000;

/** Names of a phase: commits before November 2026 wrote "normalise". */
const PHASES = {
  'normal forms': /^normali[sz]eMs$/,
  'reading episodes': /^buildMs$/,
  matching: /^matchMs$/,
};

const measuredSchema = z.looseObject({ pairs: z.number(), peakMib: z.number() });
type Measured = z.infer<typeof measuredSchema>;

/**
 * Matches saved keywords with new episodes in both states of the code, in turns. Each runs its own
 * `bench-alerts-case.ts`, because matching is no deployed function: a commit whose file takes other arguments
 * cannot be compared, and one whose generator differs says so by the pairs it found.
 */
export async function compareAlerts(commit: string): Promise<void> {
  await besideCommit(commit, async ([old, here]) => {
    const measured = { old: [] as Measured[], here: [] as Measured[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      measured.old.push(await runCase(old));
      measured.here.push(await runCase(here));
    }
    console.log(`${SAVED} saved keywords × ${EPISODES} episodes, processor time of all threads`);
    console.log(headLine([old.name, here.name]));
    const tell = (name: string, unit: string, figure: (of: Measured) => number) => {
      const figures = { old: measured.old.map(figure), here: measured.here.map(figure) };
      console.log(comparedLine({ name, unit, ...figures }));
    };
    const phase = (pattern: RegExp) => (of: Measured) =>
      Object.entries(of).reduce(
        (sum, [key, value]) => sum + (pattern.test(key) ? Number(value) : 0),
        0,
      );
    for (const [name, pattern] of Object.entries(PHASES)) tell(name, 'ms', phase(pattern));
    const all = new RegExp(
      Object.values(PHASES)
        .map(({ source }) => source)
        .join('|'),
    );
    tell('together', 'ms', phase(all));
    tell('memory', 'MiB', ({ peakMib }) => peakMib);
    tell('pairs found', '', ({ pairs }) => pairs);
  });
}

async function runCase({ name, repository }: Side): Promise<Measured> {
  const file = path.join(repository, 'tools/benchmarks/bench-alerts-case.ts');
  const child = fork(file, [SAVED, EPISODES, 0].map(String), { cwd: repository });
  const ended = once(child, 'exit').then(() => null);
  const message = (await Promise.race([once(child, 'message'), ended])) as unknown[] | null;
  const read = measuredSchema.safeParse(message?.[0]);
  if (read.success) return read.data;
  throw new ExpectedFailure(
    `${name} cannot measure this case: its benchmark of alerts is another one.`,
  );
}
