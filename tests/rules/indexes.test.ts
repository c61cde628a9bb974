import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const indexesSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      fields: z.array(z.object({ fieldPath: z.string() })),
    }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().optional(),
      indexes: z.array(z.record(z.string(), z.string())),
    }),
  ),
});

/** Firestore's automatic single-field indexes. An override of a field replaces them. */
const DEFAULT_INDEXES = [
  { order: 'ASCENDING', queryScope: 'COLLECTION' },
  { order: 'DESCENDING', queryScope: 'COLLECTION' },
  { arrayConfig: 'CONTAINS', queryScope: 'COLLECTION' },
];

const file = readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8');
const { indexes, fieldOverrides } = indexesSchema.parse(JSON.parse(file));

test('indexes alerts, shows and channels across all people', () => {
  const acrossPeople = fieldOverrides
    .filter(({ indexes }) => indexes.some(({ queryScope }) => queryScope === 'COLLECTION_GROUP'))
    .map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`);
  expect(acrossPeople).toEqual([
    'alerts.createdAt',
    'alerts.resumedAt',
    'alerts.changedAt',
    'alerts.keyword',
    'shows.feedUrl',
    'channels.state',
    'channels.failingSince',
  ]);
});

test('indexes digests by state, and matches by alert and by what they wait for, each with its time', () => {
  const found = indexes.map(({ collectionGroup, fields }) => [
    collectionGroup,
    ...fields.map(({ fieldPath }) => fieldPath),
  ]);
  expect(found).toEqual([
    ['digests', 'state', 'createdAt'],
    ['digests', 'state', 'dueAt'],
    ['digests', 'state', 'leaseUntil'],
    ['matches', 'alert', 'foundAt'],
    ['matches', 'waiting', 'foundAt'],
  ]);
});

test('lets Firestore delete expired documents', () => {
  const expiring = fieldOverrides.filter(({ ttl }) => ttl);
  expect(expiring.map(({ collectionGroup, fieldPath }) => [collectionGroup, fieldPath])).toEqual([
    ['rateLimits', 'expireAt'],
    ['shows', 'expireAt'],
    ['digests', 'expireAt'],
    ['deliveries', 'expireAt'],
    ['mailEvents', 'expireAt'],
    ['apps', 'expireAt'],
    ['feedTokens', 'expireAt'],
    ['matches', 'expireAt'],
    ['moments', 'expireAt'],
  ]);
});

// Skips empty overrides, which remove all indexes of a field that no query uses.
test.each(fieldOverrides.filter((override) => override.indexes.length > 0))(
  'keeps the default indexes in the override of $collectionGroup.$fieldPath',
  ({ indexes }) => {
    expect(indexes).toEqual(expect.arrayContaining(DEFAULT_INDEXES));
  },
);
