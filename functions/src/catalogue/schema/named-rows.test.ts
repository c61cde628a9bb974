import * as z from 'zod';
import { expect, test } from 'vitest';
import { columnOf, namedRows } from './named-rows.ts';

const schema = z.object({ id: z.number(), nextFetchAtMs: z.number().nullable() });

test('maps columns to fields by name, in any order, and drops other columns', () => {
  const columns = ['next_fetch_at_ms', 'title', 'id'];
  const rows = [
    [5, 'a', 1],
    [null, 'b', 2],
  ];
  expect(namedRows(schema, { columns, rows })).toEqual([
    { id: 1, nextFetchAtMs: 5 },
    { id: 2, nextFetchAtMs: null },
  ]);
});

test.each([
  ['a missing column', ['id'], [1], 'nextFetchAtMs'],
  ['a value of another type', ['id', 'next_fetch_at_ms'], ['1', 5], 'number'],
  ['two columns of the same name', ['id', 'next_fetch_at_ms', 'id'], [1, 5, 2], 'the same name'],
])('rejects rows with %s', (_, columns, row, reason) => {
  expect(() => namedRows(schema, { columns, rows: [row] })).toThrow(reason);
});

test('converts field names to column names', () => {
  expect(Object.keys(schema.shape).map(columnOf)).toEqual(['id', 'next_fetch_at_ms']);
});
