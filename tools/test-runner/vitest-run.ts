import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { vitestTool } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { countTests, type TestCounts } from './test-counts.ts';

/** Which vitest projects, and where a report of the run may be written. */
export interface VitestRun {
  /** Their names; `*` stands for any ending. */
  projects: readonly string[];
  /** How many files run at a time. */
  workers: number;
  /** Which files and tests of them; see `ChosenTests`. */
  files: readonly string[];
  name: string | null;
  reportFile: string;
  environment: NodeJS.ProcessEnv;
  /** Whether the output is returned instead of being shown. */
  captured: boolean;
}

export interface VitestOutcome {
  counts: TestCounts;
  /** What vitest wrote, where it was captured. */
  output: string;
}

const projectFlags = (projects: readonly string[]) =>
  projects.flatMap((project) => ['--project', project]);

/** Runs the projects' tests and counts them. */
export async function runVitest(
  supervisor: Supervisor,
  { projects, workers, files, name, reportFile, environment, captured }: VitestRun,
): Promise<VitestOutcome> {
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
  const { exitCode, output } = await (captured
    ? supervisor.runCaptured({ ...program, environment: { ...environment, ...colours() } })
    : supervisor.runShown(program).then((code) => ({ exitCode: code, output: '' })));
  return { counts: countTests(readReport(reportFile), exitCode), output };
}

/** What makes vitest write in colours where its output will be shown in them. */
function colours(): NodeJS.ProcessEnv {
  return process.stdout.isTTY && process.stdout.hasColors() ? { FORCE_COLOR: '1' } : {};
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
