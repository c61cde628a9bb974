import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tool, VITEST } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { openRunLog } from '../processes/run-log.ts';
import { createSupervisor, type Supervisor } from '../processes/supervisor.ts';
import { testPart } from './run-tests.ts';
import { addCounts, closingLine, countTests, type TestCounts } from './test-report.ts';

let folder = '';
let supervisor: Supervisor;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-'));
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'));
  supervisor = createSupervisor(openRunLog(path.join(folder, 'run.log'), false));
});
afterAll(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the files of tests, and returns what is counted. */
async function run(
  name: string,
  files: Record<string, string>,
  programFor: (place: string, report: string) => { command: string; args: string[] },
): Promise<TestCounts & { hasPassed: boolean }> {
  const place = path.join(folder, name);
  mkdirSync(place);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text);
  const counts: TestCounts[] = [];
  const environment = {
    ...process.env,
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: path.join(folder, `${name}.xml`),
  };
  const spec = { supervisor, reportFolder: folder, environment, shown: false, counts };
  const { passed } = await testPart(spec, name, (report) => programFor(place, report)).run();
  expect(counts).toHaveLength(1);
  return { ...addCounts(counts), hasPassed: passed };
}

const vitest = (name: string, files: Record<string, string>) =>
  run(name, files, (place, report) =>
    tool(VITEST, 'run', '--globals', '--root', place, '--reporter=junit', `--outputFile=${report}`),
  );

const playwright = (name: string, files: Record<string, string>) =>
  run(name, { ...files, 'playwright.config.ts': CONFIG }, (place) =>
    tool('@playwright/test/cli.js', 'test', '--config', path.join(place, 'playwright.config.ts')),
  );
const CONFIG =
  "export default { reporter: 'junit', outputDir: 'out', timeout: 500, workers: 1, failOnFlakyTests: true };";
const IMPORT = "import { test, expect } from '@playwright/test';";

describe.concurrent('Vitest', { timeout: 120_000 }, () => {
  test('counts tests, and names those that fail, take too long or do not load', async () => {
    const counts = await vitest('vitest-kinds', {
      'a.test.js': `
        test('good', () => {});
        test.skip('left out', () => {});
        test('bad <i> & "b"', () => { console.log('<testcase name="x"><failure>'); expect(1).toBe(2); });
        test('slow', () => new Promise(() => {}), 50);
        test('leaves itself out', ({ skip }) => skip());`,
      'b.test.js': "import './nowhere.js'; test('never', () => {});",
      'c.test.js': "afterAll(() => { throw new Error('after'); }); test('good', () => {});",
    });
    expect(counts).toEqual({
      passed: 2,
      skipped: 2,
      failures: [
        'a.test.js bad <i> & "b"',
        'a.test.js slow',
        'b.test.js b.test.js',
        'c.test.js c.test.js',
      ],
      hasPassed: false,
    });
  });

  test('counts an error outside of tests as a failure', async () => {
    const counts = await vitest('vitest-outside', {
      'a.test.js': "test('good', () => void Promise.reject(new Error('later')));",
    });
    expect(counts).toMatchObject({ failures: ['vitest-outside: exit code 1'], hasPassed: false });
  });

  test('counts a run that collects nothing, or dies, as a failure', async () => {
    const empty = await vitest('vitest-empty', {});
    expect(empty.failures).toEqual(['vitest-empty: reported no tests (exit code 1)']);
    const dies = await vitest('vitest-dies', {
      'a.test.js': "test('dies', () => process.kill(process.pid, 'SIGKILL'));",
      'vitest.config.js': "export default { test: { pool: 'threads' } };",
    });
    expect(dies.failures).toEqual(['vitest-dies: reported no tests (exit code 1)']);
    expect([empty.hasPassed, dies.hasPassed]).toEqual([false, false]);
  });
});

describe.concurrent('Playwright', { timeout: 120_000 }, () => {
  test('counts tests, and names those that fail, take too long or lose their process', async () => {
    const counts = await playwright('playwright-kinds', {
      'a.test.ts': `${IMPORT}
        test('good', () => { console.log('<testcase name="x"><failure>'); });
        test.skip('left out', () => {});
        test.describe('outer', () => {
          test('bad', () => { expect('<testcase name="y">').toBe(']]>'); });
        });
        test('slow', () => new Promise(() => {}));
        test('dies', () => process.kill(process.pid, 'SIGKILL'));`,
    });
    expect(counts).toEqual({
      passed: 1,
      skipped: 1,
      failures: ['outer › bad', 'slow', 'dies'].map((name) => `a.test.ts ${name}`),
      hasPassed: false,
    });
  });

  test('counts a file that does not load, or a run that collects nothing, as a failure', async () => {
    const broken = await playwright('playwright-broken', { 'a.test.ts': "import './nowhere.ts';" });
    const empty = await playwright('playwright-empty', {});
    for (const { failures, hasPassed } of [broken, empty]) {
      expect(failures).toEqual([expect.stringMatching(/: reported no tests \(exit code 1\)$/)]);
      expect(hasPassed).toBe(false);
    }
  });
});

test('counts a report that is missing or incomplete as a failure, even with exit code 0', () => {
  const file = path.join(folder, 'incomplete.xml');
  const failures = ['web: reported no tests (exit code 0)'];
  expect(countTests('web', file, 0)).toEqual({ passed: 0, skipped: 0, failures });
  writeFileSync(file, '<testsuites><testsuite><testcase name="a" classname="b"></testcase>');
  expect(countTests('web', file, 0)).toEqual({ passed: 0, skipped: 0, failures });
});

test('does not count the report of an earlier run', async () => {
  const counts: TestCounts[] = [];
  const spec = { supervisor, reportFolder: folder, environment: process.env, shown: false, counts };
  writeFileSync(path.join(folder, 'stale.xml'), '<testsuites><testcase name="a"/></testsuites>');
  const nothing = { command: process.execPath, args: ['-e', ''] };
  expect(await testPart(spec, 'stale', () => nothing).run()).toMatchObject({ passed: false });
  expect(counts).toMatchObject([{ passed: 0 }]);
});

test('sums counts for the closing line', () => {
  const counts = { passed: 2, skipped: 0, failures: ['a'] };
  const total = addCounts([counts, { ...counts, failures: ['b'] }]);
  expect(total).toEqual({ passed: 4, skipped: 0, failures: ['a', 'b'] });
  expect(closingLine(total)).toBe('4 passed, 2 failed');
  expect(closingLine({ ...total, skipped: 3 })).toBe('4 passed, 2 failed, 3 skipped');
});
