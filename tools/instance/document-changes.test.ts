import { expect, test } from 'vitest';
import { documentChanges } from './document-changes.ts';

const migrations = ['first', 'second'].map((text) => ({
  text,
  collection: 'alerts',
  change: () => null,
}));
const stored = (version: number) => ({ fields: { version: { integerValue: String(version) } } });

test('what is to change is what comes after the stored version', () => {
  expect(documentChanges(null, migrations)).toEqual(['first', 'second']);
  expect(documentChanges(stored(1), migrations)).toEqual(['first', 'second']);
  expect(documentChanges(stored(2), migrations)).toEqual(['second']);
  expect(documentChanges(stored(3), migrations)).toEqual([]);
  expect(documentChanges(stored(9), migrations)).toEqual([]);
});
