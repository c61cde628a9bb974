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
  projects: readonly string[];
  /** Which files and tests of them; see `ChosenTests`. */
  files: readonly string[];
  name: string | null;
  reportFile: string;
  environment: NodeJS.ProcessEnv;
}

/** A suite is one project, or several whose names begin with its own. */
const projectFlags = (suites: readonly string[]) =>
  suites.flatMap((suite) => ['--project', `${suite}*`]);

/** Runs the projects' tests, on the screen as vitest shows them, and counts them. */
export async function runVitest(
  supervisor: Supervisor,
  { projects, files, name, reportFile, environment }: VitestRun,
): Promise<TestCounts> {
  rmSync(reportFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const named = name === null ? [] : ['-t', name];
  const exitCode = await supervisor.runShown({
    name: 'vitest',
    ...vitestTool(
      'run',
      ...files,
      ...named,
      '--passWithNoTests',
      ...projectFlags(projects),
      ...reporters,
    ),
    cwd: REPOSITORY,
    environment,
  });
  return countTests(readReport(reportFile), exitCode);
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
