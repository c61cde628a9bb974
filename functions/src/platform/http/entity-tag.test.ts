import { expect, test } from 'vitest';
import { namesTag } from './entity-tag.ts';

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
])('%s names the tag "abc"', (header) => {
  expect(namesTag(header, '"abc"')).toBe(true);
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
])('%j does not', (header) => {
  expect(namesTag(header, '"abc"')).toBe(false);
});

test('what is sent compressed is not what is sent as it is', () => {
  expect(namesTag('"abc"', '"abc-gzip"')).toBe(false);
  expect(namesTag('"abc-gzip"', '"abc-gzip"')).toBe(true);
});
