import { expect, test } from 'vitest';
import { unknownFields } from './unknown-fields.ts';

test.each([
  ['foo:bar', ['foo']],
  ['site:openai OR inurl:"ai"', ['site', 'inurl']],
  ['title:ai guest:altman', []],
  ['https://openai.com', []],
  ['12:30', []],
  ['Re:Zero', []],
  ['note: this', []],
  ['"foo:bar"', []],
])('takes the unknown fields of %s for %j', (keyword, fields) => {
  expect(unknownFields(keyword)).toEqual(fields);
});
