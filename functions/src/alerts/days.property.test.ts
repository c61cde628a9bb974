import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, type Preferences } from '../contract/index.ts';
import { dropLog } from '../testing/test-log.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { DAILY, daysWorld, once, OTHER_WORD, WEEKLY } from './fixtures/days-world.ts';

beforeEach(dropLog);

const EVENTS = [
  'nothing',
  'nothing',
  'begin anew',
  'move',
  'reshard',
  'unverify',
  'disable',
  'suppress',
  'repair',
  'lose indexes',
  'step back',
  'die',
  'transcribe',
  'reword',
] as const;
type Event = (typeof EVENTS)[number];

/** After these, a run reads all episodes of the last days again. */
const READ_AGAIN: readonly Event[] = ['begin anew', 'move', 'reshard'];

interface Story {
  preferences: Omit<Preferences, 'updatedAtMs'>;
  events: readonly Event[];
  deaths?: readonly number[];
}

async function play({ preferences, events, deaths = [] }: Story) {
  const world = daysWorld(preferences);
  world.addShow('old');
  world.addShow('other', OTHER_WORD);
  let transcribed: number | null = null;
  let rewordedOn = Infinity;
  /** Runs read what changed last again. */
  const publishSilence = (number: number) => {
    world.publishIn('quiet', number, 'silence');
  };
  await world.run(DAY_MS / 6);
  publishSilence(0);
  await world.run(DAY_MS / 6);
  for (const [day, event] of events.entries()) {
    let steps = event === 'die' ? (deaths[day % deaths.length] ?? 0) : Infinity;
    const dies = () => (steps -= 1) === -1;
    world.world.behindMs = event === 'step back' ? 2 * HOUR_MS : 0;
    if (event === 'begin anew') world.beginAnew();
    else if (event === 'move') world.moveCatalogue();
    else if (event === 'reshard') world.world.shards = (world.world.shards % 3) + 1;
    else if (event === 'unverify') world.unverified.add('ada');
    else if (event === 'disable') world.disabled.add('ada');
    else if (event === 'suppress') world.suppressed.add('ada');
    else if (event === 'repair') world.repair('ada');
    else if (event === 'lose indexes') world.runs.objects.clear();
    else if (event === 'transcribe' && day > 3 && transcribed === null) {
      world.transcribe(world.indexIn('quiet', (transcribed = day - 3)), 'On fusion.');
    } else if (event === 'reword') {
      world.reword(`fusion OR ${OTHER_WORD}`);
      rewordedOn = Math.min(rewordedOn, day);
    }
    await world.run(DAY_MS / 2, dies);
    // In turn, because a mail shows at most 20 episodes.
    if (day % 2 === 0) world.publishIn('old', day + 1);
    else world.publishIn('other', day + 1, OTHER_WORD);
    await world.run(DAY_MS / 6, dies);
    publishSilence(day + 1);
    await world.run(DAY_MS / 3, dies);
  }
  world.world.behindMs = 0;
  world.repair('ada');
  // Long enough for the next slot, or for the first run after the address was repaired.
  await world.run((preferences.cadence === 'weekly' ? 7 : 1) * DAY_MS + DAY_MS / 6);
  const owed = {
    ...once('old', -6, 0),
    ...Object.fromEntries(
      events.flatMap((_event, day) => {
        if (day % 2 === 0) return [[`old ${day + 1}`, 1]];
        return day < rewordedOn ? [] : [[`other ${day + 1}`, 1]];
      }),
    ),
    ...(transcribed !== null && { [`quiet ${transcribed}`]: 1 }),
  };
  return { told: world.mailCounts(), owed };
}

test(
  'mails each episode once, whatever happens to catalogue, address, words and clocks',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(DAILY, WEEKLY),
        fc.array(fc.constantFrom(...EVENTS), { minLength: 8, maxLength: 12 }),
        fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 12 }),
        async (preferences, events, deaths) => {
          const { told, owed } = await play({ preferences, events, deaths });
          expect(told).toEqual(owed);
        },
      ),
      { numRuns: fuzzRuns(20) },
    );
  },
);

test.each(READ_AGAIN)('mails no old episode to a reworded alert after: %s', async (event) => {
  const events = ['reword', event] as const;
  const { told, owed } = await play({ preferences: DAILY, events });
  expect(told).toEqual(owed);
});

test('mails what waits for a reworded alert, although the catalogue is begun anew without it', async () => {
  const before: readonly Event[] = ['nothing', 'nothing', 'disable', 'nothing', 'transcribe'];
  const after: readonly Event[] = ['reword', 'nothing', 'nothing', 'begin anew', 'nothing'];
  const events = before.concat(after);
  const { told, owed } = await play({ preferences: DAILY, events });
  expect(told).toEqual(owed);
});

test('mails an episode whose transcript has the words for which its notes were dropped', async () => {
  const world = daysWorld(DAILY);
  await world.run(DAY_MS);
  world.publishIn('show', 1);
  await world.run(DAY_MS / 6);
  world.reword(OTHER_WORD);
  await world.run(DAY_MS);
  expect(world.mailCounts()).toEqual({});
  world.transcribe(world.indexIn('show', 1), `On ${OTHER_WORD}.`);
  await world.run(DAY_MS);
  expect(world.mailCounts()).toEqual({ 'show 1': 1 });
});

test('mails an episode once that another show publishes under its new title', async () => {
  const world = daysWorld(DAILY);
  world.publish(3, 'On fusion.');
  await world.run(DAY_MS);
  world.retitle(0);
  world.crossPost(1, true);
  await world.run(DAY_MS);
  expect(world.mailCounts()).toEqual({ 'show 3': 1 });
});

test.each(['unverified', 'disabled', 'suppressed'] as const)(
  'mails what waits at the first run after an address was no longer %s',
  async (how) => {
    const world = daysWorld(DAILY);
    world.addShow('old');
    world[how].add('ada');
    // Two attempts fail, so the next would be a day later.
    await world.run(1.5 * DAY_MS);
    world.repair('ada');
    await world.run(DAY_MS / 6);
    expect(world.mailCounts()).toEqual(once('old', -6, 0));
  },
);
