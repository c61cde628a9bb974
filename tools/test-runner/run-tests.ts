import { rmSync } from 'node:fs';
import path from 'node:path';
import { DATA_FOLDER } from '../instance/instance.ts';
import { tool, VITEST } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { countTests, type TestCounts } from './test-counts.ts';
import { BROWSER_SUITES, type ChosenTests, type VitestShare } from './test-suites.ts';

/** Factor for the number of inputs of property tests. The seed is fixed, so every run repeats the same inputs. */
export const FEW_INPUTS = '0.25';

interface TestRun extends Pick<ChosenTests, 'files' | 'name'> {
  reportFile: string;
  environment: NodeJS.ProcessEnv;
}

export async function runVitest(
  supervisor: Supervisor,
  { projects, workers }: VitestShare,
  { files, name, reportFile, environment }: TestRun,
  captured: boolean,
): Promise<{ counts: TestCounts; output: string }> {
  rmSync(reportFile, { force: true });
  const program = {
    name: 'vitest',
    ...tool(
      VITEST,
      'run',
      ...files,
      ...(name === null ? [] : ['-t', name]),
      `--maxWorkers=${workers}`,
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ),
    cwd: REPOSITORY,
    environment: { ...environment, ...colours() },
  };
  const { exitCode, output } = captured
    ? await supervisor.runCaptured(program)
    : { exitCode: await supervisor.runShown(program), output: '' };
  return { counts: countTests(reportFile, exitCode), output };
}

export function drawInputs(factor: string): NodeJS.ProcessEnv {
  return { FUZZ_FACTOR: process.env['FUZZ_FACTOR'] ?? factor };
}

export function colours(): NodeJS.ProcessEnv {
  return process.stdout.isTTY && process.stdout.hasColors() ? { FORCE_COLOR: '1' } : {};
}

export async function runJourneys(
  supervisor: Supervisor,
  { suites, updateScreenshots }: Pick<ChosenTests, 'suites' | 'updateScreenshots'>,
  { files, name, reportFile, environment }: TestRun,
): Promise<TestCounts> {
  rmSync(reportFile, { force: true });
  const projects = BROWSER_SUITES.filter((suite) => suites.includes(suite));
  const exitCode = await supervisor.runShown({
    name: 'playwright',
    ...tool(
      '@playwright/test/cli.js',
      'test',
      '--config',
      'tests/playwright.config.ts',
      // A named file may be in either project.
      ...(files.length > 0 ? files.map(filePattern) : projects.map((each) => `--project=${each}`)),
      ...(name === null ? [] : ['--grep', name]),
      ...(updateScreenshots ? ['--update-snapshots=all'] : []),
    ),
    cwd: REPOSITORY,
    environment: {
      ...environment,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      // By default, the cache is in the temporary folder, which is deleted after the run.
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(DATA_FOLDER, 'playwright'),
      LIGHT_TRACES: String(files.length === 0 && name === null),
    },
  });
  return countTests(reportFile, exitCode);
}

/** Runs alone, so that a busy machine makes no fault look seen. Counts as one test. */
export async function runStoreMutants(
  supervisor: Supervisor,
  { files: [part = ''] }: Pick<ChosenTests, 'files'>,
): Promise<TestCounts> {
  console.log('\nFaults in the stores:');
  const exitCode = await supervisor.runShown({
    name: 'mutants',
    command: process.execPath,
    args: ['--import', 'tsx', 'tools/mutants/report-store-mutants.ts', part],
    cwd: REPOSITORY,
    environment: process.env,
  });
  const failures = exitCode === 0 ? [] : ['nine of ten faults in the stores are seen by a test'];
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures };
}

/** Returns a regular expression, which Playwright matches with the absolute path. */
function filePattern(file: string): string {
  return `tests/journeys/[^/]*${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}
