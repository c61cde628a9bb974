import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextVersion } from './firestore-feeds.ts';

test('dates each version of a feed in a new second, even if the clock goes back', () => {
  const step = fc.integer({ min: -2000, max: 5000 });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      let [now, before] = [Date.UTC(2026, 10, 21), 0];
      const seconds = new Set<string>();
      for (const ms of steps) {
        now += ms;
        before = nextVersion(before, now).toMillis();
        seconds.add(new Date(before).toUTCString());
      }
      expect(seconds.size).toBe(steps.length);
    }),
  );
});
