import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { dropLog } from '../testing/test-log.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { DAILY, daysWorld, once, WEEKLY } from './fixtures/days-world.ts';

beforeEach(dropLog);

const EVENTS = [
  'nothing',
  'nothing',
  'begin anew',
  'move',
  'spoil',
  'repair',
  'lose indexes',
  'step back',
  'die',
] as const;

test(
  'mails each episode once, whatever happens to catalogue, address and clocks',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(DAILY, WEEKLY),
        fc.array(fc.constantFrom(...EVENTS), { minLength: 8, maxLength: 12 }),
        fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 12 }),
        async (preferences, events, deaths) => {
          const world = daysWorld(preferences);
          world.addShow('old');
          for (const [day, event] of events.entries()) {
            let steps = event === 'die' ? (deaths[day % deaths.length] ?? 0) : Infinity;
            const dies = () => (steps -= 1) === -1;
            world.world.behindMs = event === 'step back' ? 2 * HOUR_MS : 0;
            if (event === 'begin anew') world.beginAnew();
            else if (event === 'move') world.moveCatalogue();
            else if (event === 'spoil') world.unverified.add('ada');
            else if (event === 'repair') world.unverified.delete('ada');
            else if (event === 'lose indexes') world.runs.objects.clear();
            await world.run(DAY_MS / 2, dies);
            world.publishIn('old', day + 1);
            await world.run(DAY_MS / 2, dies);
          }
          world.world.behindMs = 0;
          world.unverified.delete('ada');
          // Long enough for the next slot, or for the first run after the address was verified.
          await world.run((preferences === WEEKLY ? 7 : 1) * DAY_MS + DAY_MS / 6);
          expect(world.mailCounts()).toEqual({
            ...once('old', -6, 0),
            ...once('old', 1, events.length),
          });
        },
      ),
      { numRuns: fuzzRuns(20) },
    );
  },
);
