import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { vitestTool } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Program, Supervisor } from '../processes/supervisor.ts';
import { countTests, type TestCounts } from './test-counts.ts';

/** Which vitest projects, and where a report of the run may be written. */
export interface VitestRun {
  projects: readonly string[];
  /** How many files run at a time. */
  workers: number;
  /** Which files and tests of them; see `ChosenTests`. */
  files: readonly string[];
  name: string | null;
  reportFile: string;
  environment: NodeJS.ProcessEnv;
  /** With it the output is kept, and shown when that is over. */
  showAfter?: Promise<unknown>;
}

/** A suite is one project, or several whose names begin with its own. */
const projectFlags = (suites: readonly string[]) =>
  suites.flatMap((suite) => ['--project', `${suite}*`]);

/** Runs the projects' tests, on the screen as vitest shows them, and counts them. */
export async function runVitest(
  supervisor: Supervisor,
  { projects, workers, files, name, reportFile, environment, showAfter }: VitestRun,
): Promise<TestCounts> {
  rmSync(reportFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const named = name === null ? [] : ['-t', name];
  const program = {
    name: 'vitest',
    ...vitestTool(
      'run',
      ...files,
      ...named,
      '--passWithNoTests',
      `--maxWorkers=${workers}`,
      ...projectFlags(projects),
      ...reporters,
    ),
    cwd: REPOSITORY,
    environment,
  };
  const exitCode = await (showAfter === undefined
    ? supervisor.runShown(program)
    : runThenShow(supervisor, program, showAfter));
  return countTests(readReport(reportFile), exitCode);
}

async function runThenShow(
  supervisor: Supervisor,
  program: Program,
  showAfter: Promise<unknown>,
): Promise<number> {
  const colours = process.stdout.isTTY && process.stdout.hasColors() ? { FORCE_COLOR: '1' } : {};
  const environment = { ...program.environment, ...colours };
  const { exitCode, output } = await supervisor.runCaptured({ ...program, environment });
  await showAfter.catch(() => undefined);
  process.stdout.write(output);
  return exitCode;
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** How many tests the projects have, without running any. */
export async function listTests(projects: readonly string[], folder: string): Promise<number> {
  const file = path.join(folder, 'listed.json');
  const { command, args } = vitestTool('list', ...projectFlags(projects), `--json=${file}`);
  await promisify(execFile)(command, args, { cwd: REPOSITORY });
  return z.array(z.unknown()).parse(readReport(file)).length;
}
