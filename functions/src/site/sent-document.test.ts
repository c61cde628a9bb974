import { expect, test } from 'vitest';
import { matchesTag } from './sent-document.ts';

test.each([
  '"abc"',
  'W/"abc"',
  '"abc-gzip"',
  'W/"abc-gzip"',
  '"abc;gzip"',
  '"abc-br"',
  '*',
  '"x", W/"abc-gzip"',
  '"x","abc"',
  ' "abc" ',
])('%s matches the tag "abc"', (header) => {
  expect(matchesTag(header, '"abc"')).toBe(true);
});

test.each([
  '',
  '"x"',
  '"abcd"',
  '"abc-gzip-gzip"',
  '"abc-gz"',
  'abc',
  '"xabc-gzip"',
  'W/"ab", "c"',
])('%j does not match the tag "abc"', (header) => {
  expect(matchesTag(header, '"abc"')).toBe(false);
});

test('distinguishes compressed and plain versions', () => {
  expect(matchesTag('"abc"', '"abc-gzip"')).toBe(false);
  expect(matchesTag('"abc-gzip"', '"abc-gzip"')).toBe(true);
});
