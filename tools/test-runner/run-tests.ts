import { rmSync } from 'node:fs';
import path from 'node:path';
import { DATA_FOLDER } from '../instance/instance.ts';
import { tool, VITEST } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Part } from './run-parts.ts';
import { closingLine, countTests, type TestCounts } from './test-report.ts';
import type { ChosenTests, Share } from './test-suites.ts';

/** Factor for the number of inputs of property tests. The seed is fixed, so every run repeats the same inputs. */
export const FEW_INPUTS = '0.25';

/** A suite that hangs is killed and fails. The longest takes a fifth of this on two busy cores. */
const SUITE_TIMEOUT_MS = 60 * 60_000;

export interface TestRun {
  supervisor: Supervisor;
  reportFolder: string;
  environment: NodeJS.ProcessEnv;
  /** Environment variables through which suites find the product. Filled once it has started. */
  product: NodeJS.ProcessEnv;
  /** True to show the output at once, false to print it after a failure. */
  shown: boolean;
  /** Receives the counts of each process. */
  counts: TestCounts[];
}

type Named = Pick<ChosenTests, 'files' | 'name' | 'updateScreenshots'>;

const ALL: Named = { files: [], name: null, updateScreenshots: false };

/** Runs projects of Vitest or Playwright. */
export function sharePart(run: TestRun, share: Share, named = ALL, after: string[] = []): Part {
  const name = share.projects.join(', ');
  if (share.tool === 'vitest') {
    const program = (reportFile: string) => vitest(run, share, named, reportFile);
    return { ...testPart(run, name, program), after };
  }
  const title = share.shard === null ? name : `${name} ${share.shard}`;
  const program = (reportFile: string) => playwright(run, share, named, reportFile);
  return { ...testPart(run, title, program), after };
}

/** Runs a program of tests. */
export function testPart(
  { supervisor, reportFolder, environment, shown, counts }: Omit<TestRun, 'product'>,
  name: string,
  /** Returns a program that writes a JUnit report into the file. */
  programFor: (reportFile: string) => {
    command: string;
    args: string[];
    environment?: NodeJS.ProcessEnv;
  },
): Part {
  const reportFile = path.join(reportFolder, `${fileName(name)}.xml`);
  return {
    name,
    async run() {
      rmSync(reportFile, { force: true });
      const { environment: own, ...program } = programFor(reportFile);
      const whole = {
        name,
        ...program,
        cwd: REPOSITORY,
        environment: { ...environment, ...colours(), ...own },
        timeoutMs: SUITE_TIMEOUT_MS,
      };
      const { exitCode, output } = shown
        ? { exitCode: await supervisor.runShown(whole), output: '' }
        : await supervisor.runCaptured(whole);
      const counted = countTests(name, reportFile, exitCode);
      counts.push(counted);
      return { passed: counted.failures.length === 0, summary: closingLine(counted), output };
    },
  };
}

function vitest(
  { product }: TestRun,
  { projects, workers }: Share,
  { files, name }: Named,
  reportFile: string,
) {
  const args = [
    ...files,
    ...(name === null ? [] : ['-t', name]),
    `--maxWorkers=${workers}`,
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=junit',
    `--outputFile.junit=${reportFile}`,
  ];
  const environment = { STARTED_PRODUCT: JSON.stringify(product) };
  return { ...tool(VITEST, 'run', ...args), environment };
}

function playwright(
  { product }: TestRun,
  { projects, workers, shard }: Extract<Share, { tool: 'playwright' }>,
  { files, name, updateScreenshots }: Named,
  reportFile: string,
) {
  const args = [
    '--config',
    'tests/playwright.config.ts',
    `--workers=${workers}`,
    // Playwright empties the folder first, so each process has its own.
    `--output=${path.join(JOURNEY_TRACES, fileName([...projects, shard ?? ''].join(' ')))}`,
    // A named file may be in either project.
    ...(files.length > 0 ? files.map(filePattern) : projects.map((each) => `--project=${each}`)),
    ...(shard === null ? [] : [`--shard=${shard}`]),
    ...(name === null ? [] : ['--grep', name]),
    ...(updateScreenshots ? ['--update-snapshots=all'] : []),
  ];
  const environment = {
    ...product,
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: reportFile,
    // By default, the cache is in the temporary folder, which is deleted after the run.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(DATA_FOLDER, 'playwright'),
    LIGHT_TRACES: String(files.length === 0 && name === null),
  };
  return { ...tool('@playwright/test/cli.js', 'test', ...args), environment };
}

function fileName(title: string): string {
  return title.trim().replaceAll(/\W+/g, '-');
}

/** Contains traces and screenshots of failed journeys. */
export const JOURNEY_TRACES = path.join(REPOSITORY, 'tests/artifacts/journeys');

export function drawInputs(factor: string): NodeJS.ProcessEnv {
  return { FUZZ_FACTOR: process.env['FUZZ_FACTOR'] ?? factor };
}

export function colours(): NodeJS.ProcessEnv {
  return process.stdout.isTTY && process.stdout.hasColors() ? { FORCE_COLOR: '1' } : {};
}

/** Returns a regular expression, which Playwright matches with the absolute path. */
function filePattern(file: string): string {
  return `tests/journeys/[^/]*${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}
