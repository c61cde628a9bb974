import fc from 'fast-check';
import { healthResponseSchema } from 'functions/contract';
import { expect, test } from 'vitest';
import { parseHealth } from './parse-health.ts';

const shown = healthResponseSchema.shape;
const value = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(null, '7', true, undefined));

test('accepts exactly what the contract allows', () => {
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
])('shows the number of episodes with transcripts only if it is valid: %j', (spoken, shown) => {
  const about = { episodes: 232, podcasts: 17, refreshedAtMs: null };
  expect(parseHealth({ ...about, spoken })).toEqual({ ...about, ...shown });
});

test.each([
  [0, { lateMs: 0 }],
  [-1, {}],
  [undefined, {}],
])('shows the lateness of refreshes only if it is valid: %j', (lateMs, shown) => {
  const about = { episodes: 232, podcasts: 17, refreshedAtMs: null };
  expect(parseHealth({ ...about, lateMs })).toEqual({ ...about, ...shown });
});

test.each([
  [{ hoursThisWeek: 41 }, { transcribedHours: 41 }],
  [{ hoursThisWeek: -1 }, {}],
  [{}, {}],
  [null, {}],
  [7, {}],
])('shows the hours transcribed only if they are valid: %j', (hearing, shown) => {
  const about = { episodes: 232, podcasts: 17, refreshedAtMs: null };
  expect(parseHealth({ ...about, hearing })).toEqual({ ...about, ...shown });
});

test.each([null, 7, 'ok', [], {}])('rejects %j as a health response', (body) => {
  expect(parseHealth(body)).toBeNull();
});
