import { expect, test } from 'vitest';
import { ExpectedFailure, printable } from './expected-failure.ts';

const failure = (code: string, syscall = 'open') =>
  Object.assign(new Error(code), { code, syscall, path: '/a/.data' });

test.each([
  ['ENOSPC', /no room left on the disk for \/a\/\.data/],
  ['EDQUOT', /no room left/],
  ['EROFS', /\/a\/\.data cannot be written to/],
  ['EACCES', /make it writable/],
])('describes the disk error %s in a sentence', (code, sentence) => {
  expect(printable(failure(code))).toMatch(sentence);
});

test('reports ENOENT of mkdir as a folder that is not writable', () => {
  expect(printable(failure('ENOENT', 'mkdir'))).toMatch(/cannot be written to/);
});

test('reports a full disk without a path', () => {
  expect(printable(Object.assign(new Error(''), { code: 'ENOSPC' }))).toMatch(
    /^There is no room left on the disk: /,
  );
});

test('prints a sentence for an expected failure, and the stack of any other error', () => {
  expect(printable(new ExpectedFailure('Stop that one first.'))).toBe('Stop that one first.');
  const bug = new TypeError('no');
  expect(printable(bug)).toBe(bug);
  expect(printable(failure('ENOENT'))).toBeInstanceOf(Error);
});
