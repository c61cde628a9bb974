import { expect, test } from 'vitest';
import { ExpectedFailure, toldOf } from './expected-failure.ts';

const failure = (code: string, syscall = 'open') =>
  Object.assign(new Error(code), { code, syscall, path: '/a/.data' });

test.each([
  ['ENOSPC', /no room left on the disk for \/a\/\.data/],
  ['EDQUOT', /no room left/],
  ['EROFS', /\/a\/\.data cannot be written to/],
  ['EACCES', /make it writable/],
])('describes a disk that answers %s in a sentence', (code, sentence) => {
  expect(toldOf(failure(code))).toMatch(sentence);
});

test('says that a folder is not writable when Node says that it is not there', () => {
  expect(toldOf(failure('ENOENT', 'mkdir'))).toMatch(/cannot be written to/);
});

test('says that a disk is full where no path is known', () => {
  expect(toldOf(Object.assign(new Error(''), { code: 'ENOSPC' }))).toMatch(
    /^There is no room left on the disk: /,
  );
});

test('prints a sentence for what a person can mend, and the stack of anything else', () => {
  expect(toldOf(new ExpectedFailure('Stop that one first.'))).toBe('Stop that one first.');
  const bug = new TypeError('no');
  expect(toldOf(bug)).toBe(bug);
  expect(toldOf(failure('ENOENT'))).toBeInstanceOf(Error);
});
