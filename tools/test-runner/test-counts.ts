import { readFileSync } from 'node:fs';

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name?: string;
    status: string;
    assertionResults: { status: string; fullName?: string }[];
  }[];
}

/** The counts in Playwright's JSON report; `errors` are failures outside of tests. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

/** Counts a Vitest run. A file that fails without a failed test, as for a syntax error, counts as one failure. */
export function countTests(found: unknown, exitCode: number): TestCounts {
  const report = found as VitestReport | null;
  if (report === null) return withFailure(NONE, 1);
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + brokenFiles.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return withFailure({ passed, failed, skipped }, exitCode);
}

/** Counts a Playwright run. Each error outside of a test counts as one failure. */
export function countJourneys(found: unknown, exitCode: number): TestCounts {
  const report = found as PlaywrightReport | null;
  if (report === null) return withFailure(NONE, 1);
  const { expected: passed, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return withFailure({ passed, failed, skipped }, exitCode);
}

/** The failed tests in a report of either tool, each with its file. A file that did not load is named alone. */
export function failedTests(found: unknown): string[] {
  const { testResults = [], suites = [] } = (found ?? {}) as Partial<
    VitestReport & PlaywrightReport
  >;
  const units = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name = '', assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const names = failed.map(({ fullName = '' }) => fullName);
      return (names.length > 0 ? names : ['']).map((test) => `${name} ${test}`.trim());
    });
  return [...units, ...suites.flatMap(failedJourneys)];
}

function failedJourneys({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(
    ({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'),
  );
  return [...failed.map(({ title }) => `${file} ${title}`), ...suites.flatMap(failedJourneys)];
}

const NONE: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** Counts a failure if the exit code is not 0 although no test failed. */
function withFailure(counts: TestCounts, exitCode: number): TestCounts {
  return counts.failed === 0 && exitCode !== 0 ? { ...counts, failed: 1 } : counts;
}

export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

export function addCounts(counts: readonly TestCounts[]): TestCounts {
  return counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    NONE,
  );
}

/**
 * A message if no test ran although a name was chosen, because a mistyped name would otherwise pass; null if
 * one ran.
 */
export function nothingRan({ passed, failed }: TestCounts, name: string | null): string | null {
  if (name === null || passed + failed > 0) return null;
  return `No test ran: none that could has a name that matches "${name}".`;
}

export function closingLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
