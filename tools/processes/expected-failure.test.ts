import { expect, test } from 'vitest';
import { ExpectedFailure, toldOf } from './expected-failure.ts';

const failure = (code: string, syscall = 'open') =>
  Object.assign(new Error(code), { code, syscall, path: '/a/.data' });

test.each([
  ['ENOSPC', /no room left on the disk for \/a\/\.data/],
  ['EDQUOT', /no room left/],
  ['EROFS', /\/a\/\.data cannot be written to/],
  ['EACCES', /make it writable/],
])('a disk that answers %s is told in a sentence', (code, sentence) => {
  expect(toldOf(failure(code))).toMatch(sentence);
});

test('so is a folder that cannot be made with its parents, which Node says is not there', () => {
  expect(toldOf(failure('ENOENT', 'mkdir'))).toMatch(/cannot be written to/);
});

test('a full disk without a path is told, too', () => {
  expect(toldOf(Object.assign(new Error(''), { code: 'ENOSPC' }))).toMatch(
    /^There is no room left on the disk: /,
  );
});

test('what a person can mend is told in its own words, anything else with its stack', () => {
  expect(toldOf(new ExpectedFailure('Stop that one first.'))).toBe('Stop that one first.');
  const bug = new TypeError('no');
  expect(toldOf(bug)).toBe(bug);
  expect(toldOf(failure('ENOENT'))).toBeInstanceOf(Error);
});
