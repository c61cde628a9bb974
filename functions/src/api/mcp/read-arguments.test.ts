import { expect, test } from 'vitest';
import * as z from 'zod';
import { readArguments } from './read-arguments.ts';

const schema = z.strictObject({
  q: z.array(z.string()).min(1),
  more: z.array(z.string()).optional(),
  query: z.string(),
  note: z.string().optional(),
  limit: z.int().max(25).default(10),
  around: z.number().optional(),
  spoken: z.boolean().default(true),
  strength: z.enum(['about']).optional(),
});

test.each([
  [{ limit: '3' }, { limit: 3 }],
  [{ limit: ' 3 ' }, { limit: 3 }],
  [
    { limit: '7.0', around: '12.5' },
    { limit: 7, around: 12.5 },
  ],
  [{ spoken: 'false' }, { spoken: false }],
  [{ spoken: 'True' }, { spoken: true }],
  [{ q: '["openai","nvidia"]' }, { q: ['openai', 'nvidia'] }],
  [{ q: ' [ "open ai" ] ' }, { q: ['open ai'] }],
  [{ q: 'open source' }, { q: ['open source'] }],
  [{ q: ['["openai","nvidia"]'] }, { q: ['openai', 'nvidia'] }],
  [{ q: ['["openai"]', 'nvidia'] }, { q: ['openai', 'nvidia'] }],
  [{ q: "['openai', 'nvidia']" }, { q: ['openai', 'nvidia'] }],
  [{ q: `[ 'open ai', "McDonald's" ]` }, { q: ['open ai', "McDonald's"] }],
  [{ q: ["['openai']"] }, { q: ['openai'] }],
  [{ q: '["openai",null]' }, { q: ['openai'] }],
  [{ q: [null, 'openai'] }, { q: ['openai'] }],
  [{ q: '[sic]' }, { q: ['[sic]'] }],
  [{ q: ['[sic]'] }, { q: ['[sic]'] }],
  [{ q: "['sic]" }, { q: ["['sic]"] }],
  [{ q: "[it's, that's]" }, { q: ["[it's, that's]"] }],
  [{ q: '"openai"' }, { q: ['"openai"'] }],
  [{ q: '42' }, { q: ['42'] }],
  [{ strength: null, limit: null, more: null, note: null }, {}],
  [{ strength: 'null', limit: 'null', spoken: 'null', more: 'null' }, {}],
  // In required fields, 'null' is a word to search for.
  [
    { q: 'null', query: 'null' },
    { q: ['null'], query: 'null' },
  ],
  [
    { query: '3', note: 'true' },
    { query: '3', note: 'true' },
  ],
  [
    { query: '["a"]', strength: 'about' },
    { query: '["a"]', strength: 'about' },
  ],
  // Clients add fields of their own.
  [{ unknown: '3', toolCallId: 'call_1', a: 1 }, {}],
  [JSON.parse('{"__proto__":{"limit":3},"constructor":1}'), {}],
  [null, {}],
  [undefined, {}],
])('reads %j as %j', (given, read) => {
  expect(readArguments(schema, given)).toEqual(read);
});

test.each([
  { limit: 'abc' },
  { limit: '' },
  { limit: '1e3' },
  { limit: '99' },
  { limit: true },
  { spoken: 'yes' },
  { spoken: 1 },
  { q: '[1,2]' },
  { q: '[]' },
  { q: ['[]'] },
  { q: [null] },
  { q: [['a']] },
  { q: null },
  { strength: 'very' },
])('leaves %j to the schema, which refuses it', (given) => {
  const whole = { q: ['a'], query: 'b', ...given };
  expect(schema.safeParse(readArguments(schema, whole)).success).toBe(false);
});

test.each([
  ['limt', 'limit'],
  ['LIMIT', 'limit'],
  ['qurey', 'query'],
  ['arround', 'around'],
  ['nots', 'note'],
])('refuses %s and names %s', (name, meant) => {
  expect(() => readArguments(schema, { q: ['a'], query: 'b', [name]: 3 })).toThrow(
    `${name}: there is no such field; did you mean ${meant}?`,
  );
});
