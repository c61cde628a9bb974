import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DATA_FOLDER } from '../instance/instance.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { playwrightTool } from '../processes/node-program.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { countJourneys, skipReasons } from './playwright-counts.ts';
import type { TestCounts } from './test-counts.ts';

const CONFIG = ['--config', 'tests/playwright.config.ts'];

/** Which journeys, and where a report of the run may be written. */
export interface JourneysRun {
  /** Which files and tests of them; see `ChosenTests`. */
  files: readonly string[];
  name: string | null;
  /** Whether the stored pictures are made anew instead of compared. */
  updateScreenshots: boolean;
  reportFile: string;
  environment: NodeJS.ProcessEnv;
}

/** Runs the journeys, on the screen as Playwright shows them, counts them, and says what was skipped and why. */
export async function runJourneys(
  supervisor: Supervisor,
  { files, name, updateScreenshots, reportFile, environment }: JourneysRun,
): Promise<TestCounts> {
  rmSync(reportFile, { force: true });
  const exitCode = await supervisor.runShown({
    name: 'playwright',
    ...playwrightTool(
      'test',
      ...CONFIG,
      ...files.map(filePattern),
      ...(name === null ? [] : ['--grep', name]),
      ...(updateScreenshots ? ['--update-snapshots=all'] : []),
      '--pass-with-no-tests',
    ),
    cwd: REPOSITORY,
    environment: {
      ...playwrightEnvironment(environment, reportFile),
      LIGHT_TRACES: String(files.length === 0 && name === null),
    },
  });
  const report = readReport(reportFile);
  for (const [reason, tests] of skipReasons(report)) {
    console.log(`\nSkipping ${tests} ${tests === 1 ? 'journey' : 'journeys'}: ${reason}`);
  }
  return countJourneys(report, exitCode);
}

/** How many journeys there are, without running any. */
export async function listJourneys(folder: string): Promise<number> {
  const reportFile = path.join(folder, 'listed-journeys.json');
  const { command, args } = playwrightTool('test', ...CONFIG, '--list');
  await promisify(execFile)(command, args, {
    cwd: REPOSITORY,
    env: playwrightEnvironment(process.env, reportFile),
  });
  return countJourneys(readReport(reportFile), 0).skipped;
}

/** Playwright takes a regular expression for the whole path; the name of a file is a part of its own. */
function filePattern(file: string): string {
  return `tests/journeys/[^/]*${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}

function playwrightEnvironment(environment: NodeJS.ProcessEnv, reportFile: string) {
  return {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    // The temp folder goes with the run; what is translated once need not be again.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(DATA_FOLDER, 'playwright'),
  };
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
