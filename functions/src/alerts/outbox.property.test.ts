import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import type { Digest } from './outbox/digest.ts';
import { type Choose, outboxWorld, type ServiceMood } from './fixtures/outbox-world.ts';

/** Between runs while nothing goes wrong. */
const QUIET_HOURS = 4;
/** A Saturday, three hours before the daily digests. */
const START = Date.UTC(2026, 10, 21, 5);

const PEOPLE = {
  ada: { cadence: 'hourly', hour: 8, weekday: 1, timeZone: 'UTC' },
  grace: { cadence: 'daily', hour: 8, weekday: 1, timeZone: 'UTC' },
  linus: { cadence: 'weekly', hour: 6, weekday: 1, timeZone: 'Europe/Helsinki' },
} as const;
type Uid = keyof typeof PEOPLE;
const uids = Object.keys(PEOPLE) as Uid[];

vi.hoisted(() => {
  // Before the imports: the logger keeps the console's methods as it finds them.
  for (const method of ['info', 'warn', 'error', 'log'] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
});

const cadence = fc.constantFrom('hourly', 'daily', 'weekly', 'paused');
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('run' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run twice' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deliver' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('deliver twice' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('run and deliver' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose a task' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('prefer' as const),
      uid: fc.constantFrom(...uids),
      cadence,
    }),
  },
);

const MOODS: ServiceMood[] = ['takes', 'takes', 'takes', 'busy', 'down', 'refuses', 'lost', 'deaf'];

const step = fc.record({
  action,
  mood: fc.constantFrom(...MOODS),
  /** After how many steps one process dies; most actions are over before. */
  diesAfter: fc.oneof(fc.constant(Infinity), fc.nat({ max: 30 })),
  choices: fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
  waitMinutes: fc.constantFrom(0, 1, 3, 7, 20, 35),
});
type StoryStep = typeof step extends fc.Arbitrary<infer S> ? S : never;

const inOrder: Choose = () => 0;
const never = () => false;

function chooser(choices: readonly number[]): Choose {
  let taken = 0;
  return (count) => (count === 0 ? 0 : (choices[taken++ % choices.length] ?? 0) % count);
}

/** What a story makes of the world, with a quiet week after it in which nothing goes wrong. */
async function tell(story: readonly StoryStep[]) {
  const world = outboxWorld(START);
  for (const uid of uids) {
    world.prefer(uid, PEOPLE[uid]);
    for (const keyword of ['open source', 'ledgers']) {
      world.outbox.alerts.push({
        uid,
        alertId: `${uid}-${keyword}`,
        keyword,
        sinceMs: START - 8 * HOUR_MS,
      });
    }
  }
  let published = 0;
  const publish = () => world.publish((published += 1), 'About open source and ledgers.');
  publish();

  for (const { action, mood, diesAfter, choices, waitMinutes } of story) {
    world.world.mood = mood;
    const choose = chooser(choices);
    const task = () => world.tasks.splice(choose(world.tasks.length), 1)[0];
    switch (action.kind) {
      case 'run twice':
        world.startRun();
        world.startRun();
        break;
      case 'run':
        world.startRun();
        break;
      case 'sweep':
        world.startSweep();
        break;
      case 'deliver':
      case 'deliver twice': {
        const id = task();
        if (id === undefined) break;
        world.startDelivery(id);
        if (action.kind === 'deliver twice') world.startDelivery(id);
        break;
      }
      case 'run and deliver': {
        world.startRun();
        const id = task();
        if (id !== undefined) world.startDelivery(id);
        break;
      }
      case 'publish':
        publish();
        break;
      case 'rebuild':
        world.rebuildCatalogue();
        break;
      case 'lose a task':
        task();
        break;
      case 'prefer':
        world.prefer(action.uid, { ...PEOPLE[action.uid], cadence: action.cadence });
        break;
    }
    let steps = 0;
    await world.settle(choose, () => (steps += 1) === diesAfter);
    world.world.nowMs += waitMinutes * MINUTE_MS;
  }

  world.world.mood = 'takes';
  for (const uid of uids) world.prefer(uid, PEOPLE[uid]);
  for (let hours = 0; hours <= 7 * 24; hours += QUIET_HOURS) {
    world.world.nowMs += QUIET_HOURS * HOUR_MS;
    world.startRun();
    await world.settle(inOrder, never);
    world.startSweep();
    await world.settle(inOrder, never);
    for (const id of world.tasks.splice(0)) world.startDelivery(id);
    await world.settle(inOrder, never);
  }
  return { ...world, published };
}

/** How often each pair of alert and episode was mailed, by "alertId link". */
function timesMailed(mails: readonly { links: string[] }[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const pair of mails.flatMap(({ links }) => links)) {
    times.set(pair, (times.get(pair) ?? 0) + 1);
  }
  return times;
}

/** What such a digest held, another one tells. */
function isSurelyUnsent({ state, takeovers }: Digest): boolean {
  return (state === 'failed' || state === 'cancelled') && takeovers === 0;
}

test(
  'each person is mailed each match once, or twice after a sender died, whatever happens',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (story) => {
        const { outbox, mails, published } = await tell(story);
        const times = timesMailed(mails);
        const pairs = new Set<string>();
        const settled = new Map<string, Digest>();
        for (const digest of outbox.digests.values()) {
          const told = digest.sections.flatMap(({ alertId, episodes }) =>
            episodes.map(({ link }) => `${alertId} ${link}`),
          );
          for (const pair of told) {
            pairs.add(pair);
            if (isSurelyUnsent(digest)) continue;
            // Of all digests that held it one was mailed, or perhaps was.
            expect(settled.get(pair)).toBeUndefined();
            settled.set(pair, digest);
          }
        }
        expect(pairs.size).toBe(uids.length * 2 * published);
        expect([...times.keys()].filter((pair) => !pairs.has(pair))).toEqual([]);
        for (const pair of pairs) {
          const { state, code, takeovers } = settled.get(pair) ?? expect.fail(`untold: ${pair}`);
          const count = times.get(pair) ?? 0;
          expect(count).toBeLessThanOrEqual(1 + takeovers);
          // A digest perhaps sent may end as refused or not wanted the second time.
          if (takeovers === 0 || state === 'sent') expect(count).toBeGreaterThanOrEqual(1);
          if (code === 'outcome-unknown') expect(takeovers).toBe(1);
        }
      }),
      { numRuns: 80 },
    );
  },
);

test('without deaths and with a service that answers, everything is mailed exactly once', async () => {
  const answers: ServiceMood[] = ['busy', 'down', 'refuses'];
  const healthy = step.map((each) => ({
    ...each,
    mood: answers.includes(each.mood) ? each.mood : ('takes' as const),
    diesAfter: Infinity,
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(healthy, { maxLength: 14 }), async (story) => {
      const { mails, published } = await tell(story);
      const times = timesMailed(mails);
      expect([...times.values()]).toEqual(Array(uids.length * 2 * published).fill(1));
    }),
    { numRuns: 30 },
  );
}, 120_000);
