import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MAX_ALERTS, MINUTE_MS } from '../contract/index.ts';
import { dropLog } from '../testing/test-log.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { newEpisode } from './fixtures/new-episode.ts';
import { outboxWorld } from './fixtures/outbox-world.ts';
import { inOrder } from './fixtures/stepped-processes.ts';

beforeEach(dropLog);

const START = Date.UTC(2026, 10, 23, 9);
const UID = 'ada';
const WORDS = Array.from({ length: MAX_ALERTS }, (_, number) => `word${number}`);
const DESCRIPTION = WORDS.join(' ');
const SINCE_MS = START - 8 * HOUR_MS;
const never = () => false;

/** Returns a keyword of the maximum length: 200 code units, nearly all of three bytes. */
const longKeyword = (word: string) => `${word} -`.padEnd(199, '播客') + '语';

const alertIdOf = (slot: number) => `${String(slot).padStart(3, '0')}-${SINCE_MS.toString(36)}`;

interface Texts {
  title: number;
  podcast: number;
  link: number;
  duplicates: boolean;
}

function fullWorld({ title, podcast, link, duplicates }: Texts, words = WORDS) {
  const world = outboxWorld(START);
  world.world.batchSize = 50_000;
  world.prefer(UID, { cadence: 'weekly', hour: 8, weekday: 1, timeZone: 'UTC' });
  for (const [slot, word] of words.entries()) {
    const alertId = alertIdOf(slot);
    const keyword = longKeyword(word);
    world.outbox.saveAlert({ uid: UID, alertId, keyword, language: 1, sinceMs: SINCE_MS });
  }
  let published = 0;
  return {
    ...world,
    publish(count: number): void {
      for (let at = 0; at < count; at += 1) {
        published += 1;
        const number = published * 10;
        const audio = duplicates && {
          copies: {
            keys: [number, number + 1, number + 2, number + 3],
            ofAudio: [number, number + 1],
            audio: number + 4,
            group: null,
            feedId: 1,
          },
        };
        const address = `https://show.example/${'x'.repeat(link)}/${published}`;
        world.episodes.push(
          newEpisode({
            item: `https://show.example/${'x'.repeat(link)} ${published}`,
            link: address,
            title: `${'播🎧'.repeat(title / 3)} ${published}`,
            podcast: '客'.repeat(podcast),
            description: DESCRIPTION,
            pubDateMs: world.world.nowMs - 30 * MINUTE_MS,
            ingestedAtMs: world.world.nowMs - 10 * MINUTE_MS,
            ...audio,
          }),
        );
      }
    },
    addChannel(): void {
      world.outbox.channels.set('hook', {
        id: 'hook',
        uid: UID,
        kind: 'webhook',
        name: 'hook',
        host: '',
        state: 'on',
        createdAtMs: SINCE_MS,
        alerts: 'all',
        sinceMs: SINCE_MS,
        chosenAtMs: SINCE_MS,
      });
    },
    async run(dies: () => boolean = never): Promise<void> {
      world.startTick();
      await world.settle(inOrder, never);
      for (const shard of world.shardTasks.splice(0)) world.startShard(shard);
      await world.settle(inOrder, dies);
    },
    async deliver(): Promise<void> {
      for (const id of world.tasks.splice(0)) world.startDelivery(id);
      for (const id of world.channels.tasks.splice(0)) world.startMessage(id);
      await world.settle(inOrder, never);
    },
    sentCounts() {
      const counts = { mail: new Map<string, number>(), channel: new Map<string, number>() };
      for (const { state, channel: of, alerts } of world.outbox.records.values()) {
        if (state !== 'sent') continue;
        const byAlert = of ? counts.channel : counts.mail;
        for (const { alertId, count } of alerts) {
          byAlert.set(alertId, (byAlert.get(alertId) ?? 0) + count);
        }
      }
      return counts;
    },
  };
}

const histories = fc.record({
  texts: fc.record({
    title: fc.constantFrom(30, 480),
    podcast: fc.constantFrom(10, 300),
    link: fc.constantFrom(10, 1900),
    duplicates: fc.boolean(),
  }),
  runs: fc.array(fc.constantFrom(1, 40, 100), { minLength: 1, maxLength: 9 }),
  isRefused: fc.boolean(),
  diesAfter: fc.oneof(fc.constant(Infinity), fc.nat({ max: 12 })),
});

/** Max stored hashes of counted matches per alert, if a person has 200 alerts. */
const HASHES_OF_EACH = 125;

const DAILY_LIFE = { isRefused: true, diesAfter: Infinity };
/** Each alert gets 400 matches. Without a limit, their hashes would not fit. */
const FULLEST = {
  ...DAILY_LIFE,
  texts: { title: 30, podcast: 10, link: 10, duplicates: true },
  runs: [100, 100, 100, 100],
};
const LONGEST = {
  ...DAILY_LIFE,
  texts: { title: 480, podcast: 300, link: 1900, duplicates: true },
  runs: [100],
};
/** Has more matches than a refused digest has facts of, so most become pending again by hash only. */
const REFUSED = {
  ...DAILY_LIFE,
  texts: { title: 30, podcast: 300, link: 1900, duplicates: true },
  runs: [1, 40, 100, 1, 1, 1, 100, 40],
};

const TIMEOUT = { timeout: 3_600_000 };

interface History {
  texts: Texts;
  runs: number[];
  isRefused: boolean;
  diesAfter: number;
}

async function simulate({ texts, runs, isRefused, diesAfter }: History) {
  const world = fullWorld(texts);
  let steps = 0;
  let published = 0;
  for (const count of runs) {
    world.publish(count);
    published += count;
    await world.run(() => (steps += 1) === diesAfter);
    await world.deliver();
    world.world.nowMs += 6 * HOUR_MS;
  }
  for (let day = 0; day < 11; day += 1) {
    world.world.mood = isRefused && day < 8 ? 'refuses' : 'takes';
    await world.run();
    await world.deliver();
    world.world.nowMs += DAY_MS;
  }
  const { mail } = world.sentCounts();
  const counts = WORDS.map((_, slot) => mail.get(alertIdOf(slot)) ?? 0);
  return { counts, published, deaths: world.world.deaths };
}

test(
  'mails or counts every match of 200 alerts despite refusals and crashes',
  TIMEOUT,
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (drawn) => {
        const { counts, published, deaths } = await simulate(drawn);
        // Above the limit of hashes, a repeated run may count a match twice (docs/limits.md).
        const isExact = deaths === 0 && !(drawn.isRefused && published > HASHES_OF_EACH);
        const most = isExact ? published : Infinity;
        expect(counts.filter((count) => count < published || count > most)).toEqual([]);
      }),
      { numRuns: fuzzRuns(4), examples: [[LONGEST]], endOnFailure: true },
    );
  },
);

test.each([FULLEST, REFUSED])(
  'counts every match of 200 alerts once, even after a refusal: %j',
  TIMEOUT,
  async (fixed) => {
    const { counts, published } = await simulate(fixed);
    expect(counts).toEqual(counts.map(() => published));
  },
);

test('sends or counts every match of many alerts in a channel', async () => {
  const words = WORDS.slice(0, 40);
  const world = fullWorld(FULLEST.texts, words);
  world.addChannel();
  world.publish(60);
  for (let quarter = 0; quarter < 5; quarter += 1) {
    await world.run();
    await world.deliver();
    world.world.nowMs += 15 * MINUTE_MS;
  }
  const { channel } = world.sentCounts();
  expect(words.map((_, slot) => channel.get(alertIdOf(slot)))).toEqual(words.map(() => 60));
});
