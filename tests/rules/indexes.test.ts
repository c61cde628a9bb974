import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const indexesSchema = z.object({
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      indexes: z.array(z.record(z.string(), z.string())),
    }),
  ),
});

/** What Firestore indexes a field by on its own, and no longer once an override names the field. */
const DEFAULT_INDEXES = [
  { order: 'ASCENDING', queryScope: 'COLLECTION' },
  { order: 'DESCENDING', queryScope: 'COLLECTION' },
  { arrayConfig: 'CONTAINS', queryScope: 'COLLECTION' },
];

const file = readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8');
const { fieldOverrides } = indexesSchema.parse(JSON.parse(file));

test('alerts can be read across all people by keyword and by time of creation', () => {
  const acrossPeople = fieldOverrides
    .filter(({ indexes }) => indexes.some(({ queryScope }) => queryScope === 'COLLECTION_GROUP'))
    .map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`);
  expect(acrossPeople).toEqual(['alerts.createdAt', 'alerts.keyword']);
});

test.each(fieldOverrides)(
  'the override of $collectionGroup.$fieldPath keeps the indexes it replaces',
  ({ indexes }) => {
    expect(indexes).toEqual(expect.arrayContaining(DEFAULT_INDEXES));
  },
);
