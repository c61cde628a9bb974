import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { type Fault, transcriptionWorld } from '../fixtures/transcription-world.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { LOST, READABLE, TOO_LARGE, UNBILLED, UNREADABLE } from '../fixtures/odd-answers.ts';
import { changeLedger, readLedger } from '../ledger/ledger-store.ts';
import { usedSeconds } from '../ledger/ledger.ts';
import { readText } from './transcribed-text.ts';

const NOW = Date.UTC(2026, 10, 28, 23, 30);
const kind = { version: 2.5, kbits: 8, sampleRate: 8000 } as const;
const AUDIO = Object.fromEntries(
  [1, 2, 3].map((at) => [
    `https://a.example/${String(at)}.mp3`,
    Buffer.concat(
      Array.from({ length: at + 1 }, (_, part) =>
        mp3Seconds(50, { ...kind, fill: 16 * at + part }),
      ),
    ),
  ]),
);
const KEYS = Object.keys(AUDIO);
const FAULTS: readonly (Fault | null)[] = [
  ...Array.from({ length: 8 }, () => null),
  'lost-after',
  'service-unpaid',
  TOO_LARGE,
  ...[READABLE, UNREADABLE, LOST, UNBILLED].flatMap((kinds) => Object.values<Fault>(kinds)),
];
/** Far more than three jobs need. */
const MAX_LEDGER_BYTES = 10_000;

/** One run of a worker; several workers run concurrently. */
const turn = fc.record({
  job: fc.constantFrom(...KEYS),
  diesAt: fc.option(fc.integer({ min: 1, max: 90 }), { nil: Infinity }),
  lastsMs: fc.constantFrom(480_000, 480_000, 1),
});

test('never exceeds a day’s budget, nor pays twice for an answered part', async () => {
  const seen = { deaths: 0, transcribed: 0, lost: 0, waits: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 40, max: 300 }),
      fc.array(fc.array(turn, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.constantFrom(...FAULTS), { maxLength: 12 }),
      /** Change of the clock before each round, forwards or backwards. */
      fc.array(fc.constantFrom(0, MINUTE_MS, 11 * MINUTE_MS, HOUR_MS, -HOUR_MS, -2 * DAY_MS), {
        minLength: 8,
        maxLength: 8,
      }),
      /** How far the clock of all workers of a round is ahead. */
      fc.array(fc.constantFrom(0, 0, 0, 0, 730 * DAY_MS), { minLength: 8, maxLength: 8 }),
      async (secondsADay, rounds, faults, passes, aheads) => {
        const world = transcriptionWorld(AUDIO, secondsADay);
        world.faults.push(...faults);
        for (const key of KEYS) await world.addJob(key, key, NOW);
        // With parts of one length, a worker replaces what a crashed one has left.
        const keepLength = () =>
          changeLedger(world.objects, (ledger) => {
            ledger.partMs['test'] = 60_000;
            ledger.partMsAt = {};
          });
        let now = NOW;
        for (const [at, round] of rounds.entries()) {
          now += passes[at] ?? 0;
          await keepLength();
          const clock = now + (aheads[at] ?? 0);
          const ends = await Promise.all(
            round.map(({ job, diesAt, lastsMs }) =>
              world.run(
                job,
                world.worker(() => clock, diesAt),
                clock + lastsMs,
              ),
            ),
          );
          seen.deaths += ends.filter((end) => end === null).length;
          seen.waits += ends.filter((end) => end === 'waits').length;
        }
        // Workers continue until all jobs have ended.
        now = Math.max(now, NOW) + DAY_MS;
        for (let day = 0; day < 12; day += 1) {
          now += DAY_MS;
          await keepLength();
          for (const key of KEYS)
            await world.run(
              key,
              world.worker(() => now),
            );
        }
        const ledger = await readLedger(world.objects);
        for (const [day, seconds] of world.counted) {
          expect(seconds).toBeLessThanOrEqual(secondsADay);
          expect(usedSeconds(ledger, day)).toBeGreaterThanOrEqual(seconds);
        }
        for (const [sha, sends] of world.sent) {
          expect(sends).toBeLessThanOrEqual(1 + (world.lost.get(sha) ?? 0));
          expect(sends).toBeLessThanOrEqual(2);
        }
        expect(world.stored.get('ledger')?.bytes.length).toBeLessThan(MAX_LEDGER_BYTES);
        for (const key of KEYS) {
          const job = ledger.jobs[key];
          expect(['heard', 'failed']).toContain(job?.state);
          if (job?.state === 'failed')
            expect([
              'longer-than-budget',
              'answer-lost',
              'part-refused',
              'part-too-long',
              'no-segments',
              'unreadable-answer',
            ]).toContain(job.failure);
          else expect(await readText(world.objects, key)).not.toBeNull();
          seen.transcribed += job?.state === 'heard' ? 1 : 0;
        }
        seen.lost += [...world.lost.values()].reduce((sum, count) => sum + count, 0);
        const left = [...world.stored.keys()].filter((name) => /^(?:audio|manifest)-/.test(name));
        expect(left).toEqual([]);
      },
    ),
    { numRuns: fuzzRuns(60) },
  );
  expect(seen.deaths).toBeGreaterThan(timesSeen(20));
  expect(seen.transcribed).toBeGreaterThan(timesSeen(40));
  expect(seen.lost).toBeGreaterThan(timesSeen(20));
});
