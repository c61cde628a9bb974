import fc from 'fast-check';
import { Timestamp } from 'firebase/firestore';
import { expect, test } from 'vitest';
import { sampleAlert } from '#shared/testing/fake-member-data.ts';
import { readAlert } from './read-document.ts';
import { restoredAlert, timestampAt } from './restored-alert.ts';

const stored = fc
  .record({
    seconds: fc.integer({ min: 0, max: 4_000_000_000 }),
    micros: fc.integer({ min: 0, max: 999_999 }),
  })
  .map(({ seconds, micros }) => new Timestamp(seconds, micros * 1000));

test('restores timestamps exactly as Firestore stores them', () => {
  fc.assert(fc.property(stored, (at) => timestampAt(at.toMillis()).isEqual(at)));
});

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const fields = fc
  .record({
    keyword: fc.string({ minLength: 1 }),
    createdAt: stored,
    language: optional(fc.constant(1)),
    spoken: optional(fc.boolean()),
    paused: optional(fc.boolean()),
    resumedAt: optional(stored),
    pausedAt: optional(stored),
    pausedUntil: optional(stored),
    lastMatch: optional(fc.record({ at: stored, episodes: fc.nat() })),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

test('restores every stored field of an alert', () => {
  fc.assert(
    fc.property(fields, (before) => {
      const alert = readAlert({ id: '017', fields: before, pending: false })!;
      const { changedAt, ...after } = restoredAlert(alert);
      expect(changedAt).toBeDefined();
      expect(after).toEqual(before);
    }),
  );
});

test('omits the exclusion dates of a restored alert', () => {
  const alert = { ...sampleAlert('openai -ads'), excludedAtMs: { ads: 5 } };
  expect(restoredAlert(alert)).not.toHaveProperty('excluded');
});
