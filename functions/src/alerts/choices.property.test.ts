import fc from 'fast-check';
import { FieldValue } from 'firebase-admin/firestore';
import { beforeEach, expect, test } from 'vitest';
import type { NewEpisode } from '../catalogue/store/new-episode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { dropLog } from '../testing/test-log.ts';
import { fuzzRuns, timesSeen } from '../testing/fuzz-runs.ts';
import { packSpokenText, toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { ALERT, DAILY, daysWorld, WEEKLY } from './fixtures/days-world.ts';
import { chooser } from './fixtures/stepped-processes.ts';

beforeEach(dropLog);

const RAISES = ['notes', 'chapters', 'transcript'] as const;
type Raise = (typeof RAISES)[number];

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'nothing' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'in passing' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'about it' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('raise' as const),
      which: fc.nat(),
      by: fc.constantFrom(...RAISES),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('choose' as const), isOnlyAbout: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'lose indexes' as const,
        'move' as const,
        'begin anew' as const,
        'step back' as const,
      ),
    }),
  },
);

const story = fc.record({
  preferences: fc.constantFrom({ ...DAILY, cadence: 'hourly' as const }, DAILY, WEEKLY),
  isOnlyAbout: fc.boolean(),
  /** False keeps the option unchanged. */
  turns: fc.boolean(),
  steps: fc.array(fc.record({ step, when: fc.nat({ max: 4 }) }), {
    minLength: 10,
    maxLength: 30,
  }),
  endsOnlyAbout: fc.boolean(),
  deaths: fc.array(fc.nat({ max: 99 }), { maxLength: 60 }),
});

const EVERY_MS = 6 * HOUR_MS;
const FUSION = 'fusion';

function said(): Uint8Array {
  const cues = Array.from({ length: 4 }, (_, minute) => ({
    startMs: minute * MINUTE_MS,
    text: `Then fusion came up again in minute ${minute}.`,
  }));
  return packSpokenText(toSpokenText(cues));
}

function raised(episode: NewEpisode, by: Raise): NewEpisode {
  switch (by) {
    case 'notes':
      return { ...episode, description: `${episode.description} One more word on fusion.` };
    case 'chapters':
      return { ...episode, chapters: '0 What fusion needs' };
    case 'transcript':
      return { ...episode, said: 'Then fusion came up again.', spoken: said() };
  }
}

const seen = { raised: 0, raisedAndTold: 0, withheld: 0, turns: 0, deaths: 0 };

test(
  'sends episodes about the keyword once, and passing mentions at most once',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        story,
        async ({ preferences, isOnlyAbout, turns, steps, deaths, ...ends }) => {
          const endsOnlyAbout = turns ? ends.endsOnlyAbout : isOnlyAbout;
          const world = daysWorld(preferences);
          const onlyAbout = () => world.outbox.alerts[0]!.onlyAbout === true;
          const about = new Set<number>();
          /** Passing mentions that existed while `onlyAbout` was off. */
          const offered = new Set<number>();
          const passing = new Set<number>();
          /** Passing mentions that existed while `onlyAbout` was on: they need not be sent. */
          const narrowed = new Set<number>();
          const choose = (only: boolean) => {
            if (onlyAbout() !== only) seen.turns += 1;
            const changedAt = FieldValue.serverTimestamp();
            world.outbox.changeAlert(ALERT, { onlyAbout: only, changedAt });
            for (const number of passing) (only ? narrowed : offered).add(number);
          };
          if (isOnlyAbout) world.outbox.changeAlert(ALERT, { onlyAbout: true });
          let number = 0;

          function act(doing: (typeof steps)[number]['step']): void {
            if (doing.kind === 'in passing' || doing.kind === 'about it') {
              number += 1;
              world.publishIn('show', number);
              const notes = `${'We talk about the week and the weather. '.repeat(3)}Also named: ${FUSION}.`;
              const episode = world.episodes.at(-1)!;
              Object.assign(episode, {
                description: notes,
                title:
                  doing.kind === 'about it' ? `What ${FUSION} needs ${number}` : `Week ${number}`,
              });
              if (doing.kind === 'about it') about.add(number);
              else {
                passing.add(number);
                (onlyAbout() ? narrowed : offered).add(number);
              }
            } else if (doing.kind === 'raise') {
              const chosen = world.episodes[doing.which % Math.max(1, world.episodes.length)];
              if (chosen === undefined) return;
              const at = world.episodes.indexOf(chosen);
              world.episodes[at] = raised(chosen, doing.by);
              const raisedNumber = Number(chosen.link.split('/').at(-1));
              if (!about.has(raisedNumber)) seen.raised += 1;
              about.add(raisedNumber);
            } else if (doing.kind === 'choose' && turns) choose(doing.isOnlyAbout);
            else if (doing.kind === 'lose indexes') world.runs.objects.clear();
            else if (doing.kind === 'move') world.moveCatalogue();
            else if (doing.kind === 'begin anew') world.beginAnew();
            else if (doing.kind === 'step back') world.world.behindMs = 2 * HOUR_MS;
          }

          const fate = [...deaths];
          const dies = () => {
            const isDead = (fate.shift() ?? 99) < 5;
            if (isDead) seen.deaths += 1;
            return isDead;
          };
          const order = chooser(deaths);
          async function run(between: (moment: number) => void, mayDie: boolean): Promise<void> {
            const settle = () => world.settle(order, mayDie ? dies : () => false);
            between(0);
            world.startTick();
            await settle();
            between(1);
            for (const shard of world.shardTasks.splice(0)) world.startShard(shard);
            await settle();
            between(2);
            world.startSweep();
            await settle();
            between(3);
            for (const id of world.tasks.splice(0)) world.startDelivery(id);
            await settle();
            between(4);
            world.world.behindMs = 0;
            world.world.nowMs += EVERY_MS;
          }

          for (const { step: doing, when } of steps) {
            await run((moment) => {
              if (moment === when) act(doing);
            }, true);
          }
          if (turns) choose(endsOnlyAbout);
          // Long enough for the next slot and for the slot after a retry.
          const quietMs = (preferences.cadence === 'weekly' ? 8 : 3) * DAY_MS;
          for (const endMs = world.now() + quietMs; world.now() < endMs;) {
            await run(() => undefined, false);
          }

          const counts = world.mailCounts();
          for (let each = 1; each <= number; each += 1) {
            const times = counts[`show ${each}`] ?? 0;
            const name = `episode ${each}`;
            if (about.has(each)) expect([name, times]).toEqual([name, 1]);
            else if (!narrowed.has(each)) expect([name, times]).toEqual([name, 1]);
            else if (offered.has(each)) expect(times).toBeLessThanOrEqual(1);
            else {
              seen.withheld += 1;
              expect([name, times]).toEqual([name, 0]);
            }
            if (about.has(each) && passing.has(each)) seen.raisedAndTold += times;
          }
        },
      ),
      { numRuns: fuzzRuns(40) },
    );
    expect(seen.raised).toBeGreaterThan(timesSeen(40));
    expect(seen.raisedAndTold).toBeGreaterThan(timesSeen(40));
    expect(seen.withheld).toBeGreaterThan(timesSeen(10));
    expect(seen.turns).toBeGreaterThan(timesSeen(40));
    expect(seen.deaths).toBeGreaterThan(timesSeen(10));
  },
);
