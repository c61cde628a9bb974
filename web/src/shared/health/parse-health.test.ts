import fc from 'fast-check';
import { healthResponseSchema } from 'functions/contract';
import { expect, test } from 'vitest';
import { parseHealth } from './parse-health.ts';

const shown = healthResponseSchema.shape;
const value = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(null, '7', true, undefined));

test('what the contract allows is shown, and nothing else', () => {
  const body = fc.record({ episodes: value, podcasts: value, refreshedAtMs: value });
  fc.assert(
    fc.property(body, (made) => {
      const allowed =
        shown.episodes.safeParse(made.episodes).success &&
        shown.podcasts.safeParse(made.podcasts).success &&
        shown.refreshedAtMs.safeParse(made.refreshedAtMs).success;
      expect(parseHealth(made)).toEqual(allowed ? made : null);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  [12, { spoken: 12 }],
  ['12', {}],
  [-1, {}],
])('how many have spoken words, sent as %j, is shown where it makes sense', (spoken, shown) => {
  const about = { episodes: 232, podcasts: 17, refreshedAtMs: null };
  expect(parseHealth({ ...about, spoken })).toEqual({ ...about, ...shown });
});

test.each([
  [0, { lateMs: 0 }],
  [-1, {}],
  [undefined, {}],
])('how late podcasts are asked, sent as %j, is shown where it makes sense', (lateMs, shown) => {
  const about = { episodes: 232, podcasts: 17, refreshedAtMs: null };
  expect(parseHealth({ ...about, lateMs })).toEqual({ ...about, ...shown });
});

test.each([
  [{ hoursThisWeek: 41 }, { heardHours: 41 }],
  [{ hoursThisWeek: -1 }, {}],
  [{}, {}],
  [null, {}],
  [7, {}],
])('how much was heard, sent as %j, is shown where it makes sense', (hearing, shown) => {
  const about = { episodes: 232, podcasts: 17, refreshedAtMs: null };
  expect(parseHealth({ ...about, hearing })).toEqual({ ...about, ...shown });
});

test.each([null, 7, 'ok', [], {}])('%j is no health', (body) => {
  expect(parseHealth(body)).toBeNull();
});
