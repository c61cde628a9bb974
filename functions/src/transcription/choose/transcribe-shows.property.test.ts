import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WritableCatalogue } from '../../catalogue/catalogue.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporaryCatalogue,
} from '../../catalogue/testing/test-catalogue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { FEED, findTitles, refreshedWorld } from '../fixtures/refreshed-world.ts';

const TITLES = ['One', 'Two', 'Three'];
const AUDIO = Object.fromEntries(
  TITLES.map((title, fill) => [
    `https://audio.example/${title}.mp3`,
    mp3Seconds(100, { version: 2.5, kbits: 8, sampleRate: 8000, fill: fill + 1 }),
  ]),
);
/** Enough for two episodes a day. */
const SECONDS_A_DAY = 250;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'refresh' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      diesAt: fc.option(fc.integer({ min: 1, max: 60 }), { nil: Infinity }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'begin anew' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(MINUTE_MS, 11 * MINUTE_MS, HOUR_MS, DAY_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('publisher names a transcript' as const),
      title: fc.constantFrom(...TITLES),
    }),
  },
);

test('restores paid transcripts in every new catalogue, and pays once', async () => {
  const seen = { anew: 0, deaths: 0, lost: 0, transcribed: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 25 }),
      fc.array(fc.constantFrom(null, null, 'lost-after' as const), { maxLength: 4 }),
      async (steps, faults) => {
        const world = refreshedWorld(AUDIO, NOW, { secondsADay: SECONDS_A_DAY });
        world.faults.push(...faults);
        const written = new Set<string>();
        let now = NOW;
        const store = (catalogue: WritableCatalogue) => {
          const items = TITLES.map((title) =>
            feedItem({
              guid: title,
              link: null,
              title,
              audio: `https://audio.example/${title}.mp3`,
              durationSeconds: 100,
              ...(written.has(title) && {
                transcripts: [{ url: `https://show.example/${title}.vtt`, type: 'text/vtt' }],
              }),
            }),
          );
          return catalogue.write(() => storeFeed(FEED, readingOf(items), now));
        };
        const begin = async () => {
          const catalogue = temporaryCatalogue();
          await store(catalogue);
          return catalogue;
        };
        const paidTitles = async () => {
          const { jobs } = await world.ledger();
          return Object.values(jobs).flatMap(({ state, title }) =>
            state === 'heard' ? [title] : [],
          );
        };
        const refresh = async (catalogue: WritableCatalogue) => {
          const paid = await paidTitles();
          await world.refresh(catalogue, now);
          const found = await findTitles(catalogue, 'said');
          expect(found.toSorted()).toEqual(paid.toSorted());
        };

        let catalogue = await begin();
        for (const each of steps) {
          if (each.do === 'refresh') await refresh(catalogue);
          else if (each.do === 'wait') now += each.ms;
          else if (each.do === 'begin anew') {
            catalogue = await begin();
            seen.anew += 1;
          } else if (each.do === 'work') {
            const ends = await world.work(now, each.diesAt);
            seen.deaths += ends.filter((end) => end === null).length;
          } else {
            written.add(each.title);
            await store(catalogue);
          }
        }
        for (let day = 0; day < 4; day += 1) {
          now += DAY_MS;
          await refresh(catalogue);
          await world.work(now);
        }
        const paid = [...world.sent];
        await refresh(await begin());
        expect([...world.sent]).toEqual(paid);
        for (const [sha, sends] of world.sent)
          expect(sends).toBeLessThanOrEqual(1 + (world.lost.get(sha) ?? 0));
        for (const seconds of world.counted.values())
          expect(seconds).toBeLessThanOrEqual(SECONDS_A_DAY);
        seen.transcribed += (await paidTitles()).length;
        seen.lost += [...world.lost.values()].reduce((sum, count) => sum + count, 0);
      },
    ),
    { numRuns: fuzzRuns(60) },
  );
  expect(seen.anew).toBeGreaterThan(timesSeen(30));
  expect(seen.deaths).toBeGreaterThan(timesSeen(10));
  expect(seen.lost).toBeGreaterThan(timesSeen(10));
  expect(seen.transcribed).toBeGreaterThan(timesSeen(60));
});
