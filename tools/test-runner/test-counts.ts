import { readFileSync } from 'node:fs';

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

/** Counts tests in the JSON report of Vitest or Playwright. A nonzero exit code counts as at least one failure. */
export function countTests(file: string, exitCode: number): TestCounts {
  const counts = countReport(readReport(file));
  const failed = Math.max(counts.failed, exitCode === 0 ? 0 : 1);
  return { ...counts, failed };
}

function countReport(report: VitestReport | PlaywrightReport | null): TestCounts {
  if (report === null) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  if ('testResults' in report) {
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      failures: report.testResults.flatMap(failedTests),
    };
  }
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = report.suites.flatMap(failedJourneys);
  return { passed: expected, failed: unexpected + flaky, skipped, failures };
}

/** Names the file itself if it did not load, because it then has no tests. */
function failedTests({ name, status, assertionResults }: VitestReport['testResults'][number]) {
  if (status !== 'failed') return [];
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return failed.length === 0 ? [name] : failed.map(({ fullName }) => `${name} ${fullName}`);
}

/** Lists failed tests, including tests that only passed when repeated. */
function failedJourneys({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(
    ({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'),
  );
  return [...failed.map(({ title }) => `${file} ${title}`), ...suites.flatMap(failedJourneys)];
}

function readReport(file: string): VitestReport | PlaywrightReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  } catch {
    return null;
  }
}

export function addCounts(counts: readonly TestCounts[]): TestCounts {
  const sum = (of: 'passed' | 'failed' | 'skipped') =>
    counts.reduce((total, each) => total + each[of], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

export function closingLine({ passed, failed, skipped }: Omit<TestCounts, 'failures'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
