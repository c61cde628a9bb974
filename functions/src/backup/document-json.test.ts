import fc from 'fast-check';
import { GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../test-runs.ts';
import { fieldsFromJson, fieldsToJson } from './document-json.ts';

const name = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('$time', '$bytes', '$number', '$map', '$tsla'),
);

const { fields } = fc.letrec<{ fields: Record<string, unknown>; value: unknown }>((tie) => ({
  fields: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, NaN, Infinity, -Infinity),
    fc.string(),
    fc.double({ noNaN: true }).filter((each) => !Object.is(each, -0)),
    fc
      .tuple(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), fc.nat(999_999_999))
      .map(([seconds, nanos]) => new Timestamp(seconds, nanos)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc.array(fc.integer(), { maxLength: 3 }),
    tie('fields'),
  ),
}));

test('whatever a document holds comes back as it was', () => {
  fc.assert(
    fc.property(fields, (stored) => {
      const line = JSON.stringify(fieldsToJson(stored));
      expect(fieldsFromJson(JSON.parse(line) as Record<string, unknown>)).toEqual(stored);
    }),
    { numRuns: fuzzRuns(1000) },
  );
});

test('a kind of value that nothing of Earshot stores is refused, not lost', () => {
  expect(() => fieldsToJson({ where: new GeoPoint(1, 2) })).toThrow('no backup knows');
});

test('a name that stands for something else is not believed', () => {
  for (const odd of [{ $time: 'now' }, { $bytes: 7 }, { $number: 'Infinite' }, { $map: null }]) {
    expect(() => fieldsFromJson({ odd })).toThrow();
  }
});
