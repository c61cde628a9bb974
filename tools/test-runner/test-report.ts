import { readFileSync } from 'node:fs';
import { decodeXML } from 'entities';

export interface TestCounts {
  passed: number;
  skipped: number;
  /** Names of failed tests. */
  failures: string[];
}

/**
 * Counts tests in the JUnit report of Vitest or Playwright. A nonzero exit code, a report without tests and a report
 * that is missing or incomplete each count as a failure.
 */
export function countTests(suite: string, file: string, exitCode: number): TestCounts {
  const cases = readCases(file);
  const failed = cases.filter((text) => /<(failure|error)\b/.test(text));
  const skipped = cases.filter((text) => text.includes('<skipped'));
  const failures = failed.map(
    (text) => `${attribute(text, 'classname')} ${attribute(text, 'name')}`,
  );
  if (cases.length === 0) failures.push(`${suite}: reported no tests (exit code ${exitCode})`);
  else if (exitCode !== 0 && failed.length === 0) failures.push(`${suite}: exit code ${exitCode}`);
  return {
    passed: cases.length - failed.length - skipped.length,
    skipped: skipped.length,
    failures,
  };
}

/** Returns the text of each test. Text of errors and logs is escaped, or in sections that are removed. */
function readCases(file: string): string[] {
  let xml = '';
  try {
    xml = readFileSync(file, 'utf8');
  } catch {
    // A program that dies writes no report.
  }
  if (!xml.includes('</testsuites>')) return [];
  return xml
    .replaceAll(/<!\[CDATA\[[^]*?\]\]>/g, '')
    .split('<testcase ')
    .slice(1);
}

function attribute(text: string, name: string): string {
  return decodeXML(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '');
}

export function addCounts(counts: readonly TestCounts[]): TestCounts {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    skipped: counts.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

export function closingLine({ passed, failures, skipped }: TestCounts): string {
  return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
