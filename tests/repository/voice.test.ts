import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../../tools/processes/repository.ts';

/** The last commit before these rules. Older names and subjects are exempt. */
const BEFORE_RULES = '4a1971aefae58a0a4125878bdc9ed452c34da656';

const MAX_SUBJECT = 72;
/** Beginnings of names that make a sentence only together with their `describe`. */
const HALF = /^(of|that|what|who|whose|which|where|to|for|at|in|with|by|from|are|is)\b/i;
const NO_VERB = /^(The|An?|This|That|These|What|Who|Which|When|Of|In|On|At|With|No|New|All)$/;
const NAMED_TEST = /^\+.*?\b(?:test|it)(?:\.(?:skipIf|runIf|each)\(.*\))?\(\s*(['`])(.+?)\1,/;

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', maxBuffer: 1e9 });
}

/** False in a shallow clone and outside a repository. */
function knowsHistory(): boolean {
  try {
    git('merge-base', '--is-ancestor', BEFORE_RULES, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

function isImperative(subject: string): boolean {
  const [verb = ''] = subject.split(' ');
  return /^[A-Z][a-z]+$/.test(verb) && !NO_VERB.test(verb) && !/(ed|ing|[^s]s)$/.test(verb);
}

function problemOfSubject(subject: string): string | null {
  if (subject.length > MAX_SUBJECT) return 'longer than 72 characters';
  if (subject.endsWith('.')) return 'ends with a period';
  return isImperative(subject) ? null : 'begins with no imperative';
}

function problemOfTest(name: string): string | null {
  if (HALF.test(name)) return 'is half a sentence';
  if (/\bshould\b/.test(name)) return 'says "should"';
  return name.split(/\s+/).length < 3 ? 'is no sentence' : null;
}

test.each([
  ['Fix sign-up when localStorage throws', null],
  ['Fixed sign-up', 'begins with no imperative'],
  ['Storage that a browser refuses locks nobody out.', 'ends with a period'],
  ['The times of items without a date', 'begins with no imperative'],
  ['x'.repeat(73), 'longer than 72 characters'],
])('judges the commit subject "%s": %s', (subject, problem) => {
  expect(problemOfSubject(subject)).toBe(problem);
});

test.each([
  ['keeps every match below the limit', null],
  ['of few matches all are held', 'is half a sentence'],
  ['should work with names', 'says "should"'],
  ['escapes addresses', 'is no sentence'],
])('judges the test name "%s": %s', (name, problem) => {
  expect(problemOfTest(name)).toBe(problem);
});

test.skipIf(!knowsHistory())('commit subjects are imperatives of at most 72 characters', () => {
  const subjects = git('log', '--no-merges', '--format=%s', `${BEFORE_RULES}..HEAD`).split('\n');
  const wrong = subjects.filter((subject) => subject !== '' && problemOfSubject(subject) !== null);
  expect(wrong).toEqual([]);
});

test.skipIf(!knowsHistory())('names of new tests read as sentences', () => {
  const added = git('diff', '-M', '-U0', BEFORE_RULES, '--', '*.test.ts', '*.test.tsx').split('\n');
  const names = added.flatMap((line) => NAMED_TEST.exec(line)?.[2] ?? []);
  expect(names.filter((name) => problemOfTest(name) !== null)).toEqual([]);
});
