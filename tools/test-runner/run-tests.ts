import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DATA_FOLDER } from '../instance/instance.ts';
import { playwrightTool, vitestTool } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { countJourneys, countTests, readReport, type TestCounts } from './test-counts.ts';
import type { ChosenTests, VitestShare } from './test-suites.ts';

const JOURNEYS = ['--config', 'tests/playwright.config.ts'];

interface TestRun extends ChosenTests {
  reportFile: string;
  environment: NodeJS.ProcessEnv;
}

/** Runs Vitest. With `captured`, the output is returned instead of printed. */
export async function runVitest(
  supervisor: Supervisor,
  { projects, workers }: VitestShare,
  { files, name, reportFile, environment }: TestRun,
  captured: boolean,
): Promise<{ counts: TestCounts; output: string }> {
  rmSync(reportFile, { force: true });
  const program = {
    name: 'vitest',
    ...vitestTool(
      'run',
      ...files,
      ...(name === null ? [] : ['-t', name]),
      '--passWithNoTests',
      `--maxWorkers=${workers}`,
      ...projectFlags(projects),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ),
    cwd: REPOSITORY,
    environment,
  };
  const { exitCode, output } = await (captured
    ? supervisor.runCaptured({ ...program, environment: { ...environment, ...colours() } })
    : supervisor.runShown(program).then((code) => ({ exitCode: code, output: '' })));
  return { counts: countTests(readReport(reportFile), exitCode), output };
}

const projectFlags = (projects: readonly string[]) =>
  projects.flatMap((project) => ['--project', project]);

export function colours(): NodeJS.ProcessEnv {
  return process.stdout.isTTY && process.stdout.hasColors() ? { FORCE_COLOR: '1' } : {};
}

export async function runJourneys(
  supervisor: Supervisor,
  { files, name, updateScreenshots, reportFile, environment }: TestRun,
): Promise<TestCounts> {
  rmSync(reportFile, { force: true });
  const exitCode = await supervisor.runShown({
    name: 'playwright',
    ...playwrightTool(
      'test',
      ...JOURNEYS,
      ...files.map(filePattern),
      '--pass-with-no-tests',
      ...(name === null ? [] : ['--grep', name]),
      ...(updateScreenshots ? ['--update-snapshots=all'] : []),
    ),
    cwd: REPOSITORY,
    environment: {
      ...playwrightEnvironment(environment, reportFile),
      LIGHT_TRACES: String(files.length === 0 && name === null),
    },
  });
  return countJourneys(readReport(reportFile), exitCode);
}

/**
 * The test files whose name contains a text, as a regular expression: Playwright compares it with the
 * absolute path.
 */
function filePattern(file: string): string {
  return `tests/journeys/[^/]*${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}

function playwrightEnvironment(environment: NodeJS.ProcessEnv, reportFile: string) {
  return {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    // Outside the temporary folder, so that the cache of compiled files survives the run.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(DATA_FOLDER, 'playwright'),
  };
}

export async function listTests(projects: readonly string[], folder: string): Promise<number> {
  const file = path.join(folder, 'listed.json');
  const { command, args } = vitestTool('list', ...projectFlags(projects), `--json=${file}`);
  await promisify(execFile)(command, args, { cwd: REPOSITORY });
  return (readReport(file) as unknown[]).length;
}

export async function listJourneys(folder: string): Promise<number> {
  const file = path.join(folder, 'listed-journeys.json');
  const { command, args } = playwrightTool('test', ...JOURNEYS, '--list');
  const env = playwrightEnvironment(process.env, file);
  await promisify(execFile)(command, args, { cwd: REPOSITORY, env });
  return countJourneys(readReport(file), 0).skipped;
}
