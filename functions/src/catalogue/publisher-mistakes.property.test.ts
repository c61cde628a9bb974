import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import type { FeedItem } from '../feeds/feed-model.ts';
import { fuzzRuns, timesSeen } from '../testing/fuzz-runs.ts';
import { planStore } from './store/plan-store.ts';
import type { StorePlan } from './store/store-plan.ts';
import { dateRefusal } from './store/retention.ts';
import { type EpisodeRow, itemOf } from './schema/episode-row.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';

function memoryFeed() {
  let stored: { id: number; row: EpisodeRow }[] = [];
  const firstSeen = new Map<string, number>();
  let ids = 0;
  let wasRead = false;

  function store({ remove, insert, update, undated }: StorePlan): void {
    stored = stored.filter(({ id }) => !remove.includes(id));
    const rows = new Map(update.map(({ id, row }) => [id, row]));
    stored = stored.map(({ id, row }) => ({ id, row: rows.get(id) ?? row }));
    for (const row of insert) stored.push({ id: (ids += 1), row });
    expect(new Set(stored.map(({ row }) => row.identity)).size).toBe(stored.length);
    const listed = undated.map(
      ({ identity, seenAtMs }) =>
        [identity, Math.min(seenAtMs, firstSeen.get(identity) ?? seenAtMs)] as const,
    );
    firstSeen.clear();
    for (const [identity, seenAtMs] of listed) firstSeen.set(identity, seenAtMs);
  }

  return {
    read(items: FeedItem[], now: number): StorePlan {
      stored = stored.filter(({ row }) => dateRefusal(row.publishedAtMs, now) !== 'too-old');
      const plan = planStore({
        ...readingOf(items),
        stored: stored.map(({ id, row }) => ({ ...row, id })),

        firstSeen: new Map(firstSeen),
        hasHistory: wasRead,
        now,
      });
      store(plan);
      wasRead = true;
      return plan;
    },
    alerted: () =>
      stored
        .map(({ row }) => row)
        .filter((row) => row.newAtOnce !== 0 && !firstSeen.has(row.identity)),
  };
}

/** An episode as it was published. Its name is the item's description, which matching ignores. */
interface Real {
  name: string;
  atMs: number;
}

const MISTAKES = ['guids', 'titles', 'audio', 'dates', 'one guid', 'gap'] as const;
type Mistake = (typeof MISTAKES)[number];

const step = fc.record({
  hours: fc.integer({ min: 1, max: 30 }),
  published: fc.nat(2),
  mistakes: fc.subarray([...MISTAKES], { maxLength: 3 }),
});
const histories = fc.record({
  archive: fc.nat(45),
  recent: fc.integer({ min: 1, max: 9 }),
  listed: fc.constantFrom(12, 100),
  steps: fc.array(step, { minLength: 1, maxLength: 18 }),
});

/** Drops changed audio if another mistake or dates of the request time make the episodes impossible to match. */
function knowable(mistakes: readonly Mistake[], isDateNow: boolean): Mistake[] {
  const others: Mistake[] = ['guids', 'titles', 'dates', 'one guid', 'gap'];
  const isAlone = !isDateNow && !mistakes.some((each) => others.includes(each));
  return mistakes.filter((each) => each !== 'audio' || isAlone);
}

const seen: Record<Mistake | 'republished' | 'alerted', number> = {
  guids: 0,
  titles: 0,
  audio: 0,
  dates: 0,
  'one guid': 0,
  gap: 0,
  republished: 0,
  alerted: 0,
};

test('alerts get each episode once, despite mistakes of its publisher', () => {
  fc.assert(
    fc.property(histories, ({ archive, recent, listed, steps }) => {
      const feed = memoryFeed();
      let now = NOW;
      const reals: Real[] = [
        ...Array.from({ length: recent }, (_, at) => ({
          name: `recent ${at}`,
          atMs: now - at * DAY_MS,
        })),
        ...Array.from({ length: archive }, (_, at) => ({
          name: `archive ${at}`,
          atMs: now - (40 + at) * DAY_MS,
        })),
      ];
      const itemsOfReal = new Map<string, Set<string>>();
      const realsOfItem = new Map<string, Set<string>>();
      const republished = new Set<string>();
      const is = { guids: 0, titles: 0, audio: 0, dates: false, oneGuid: false };
      const back = new Map<string, { guid: number; afterMs: number }>();

      const itemOfReal = ({ name, atMs }: Real): FeedItem => {
        const number = reals.findIndex((each) => each.name === name);
        const returned = back.get(name);
        return feedItem({
          guid: is.oneGuid ? 'one' : `${name} ${is.guids} ${returned?.guid ?? 0}`,
          title: `${is.titles > 0 ? `Ep. ${number}: ` : ''}About ${name}`,
          link: null,
          audio: `https://audio-${is.audio}.example/${number}.mp3?now=${now}`,
          // Avoids whole minutes, because matching does not trust them.
          durationSeconds: 60 * (number % 90) + 181 + (number % 59),
          publishedAtMs: is.dates ? now : atMs + (returned?.afterMs ?? 0),
          description: name,
        });
      };
      const read = (missing: ReadonlySet<string> = new Set()) => {
        const list = [...reals].sort((left, right) => right.atMs - left.atMs).slice(0, listed);
        const items = list.filter(({ name }) => !missing.has(name)).map(itemOfReal);
        const isKnown = now > NOW;
        const plan = feed.read(items, now);
        for (const { newAtOnce, ingestedAtMs, description } of plan.insert)
          if (newAtOnce !== null && ingestedAtMs === now) republished.add(description);
        const anew = plan.insert.filter(({ ingestedAtMs }) => ingestedAtMs === now);
        const newlyAlerted = anew.filter(({ newAtOnce }) => newAtOnce !== 0).length;
        if (isKnown) expect(newlyAlerted).toBeLessThanOrEqual(10);
        for (const row of feed.alerted()) {
          expect(row.publishedAtMs).toBeLessThanOrEqual(row.ingestedAtMs);
          const item = itemOf('', row);
          const name = row.description;
          itemsOfReal.set(name, (itemsOfReal.get(name) ?? new Set()).add(item));
          realsOfItem.set(item, (realsOfItem.get(item) ?? new Set()).add(name));
        }
        return plan;
      };

      read();
      for (const { hours, published, mistakes } of steps) {
        now += hours * HOUR_MS;
        for (let at = 0; at < published; at += 1)
          reals.push({ name: `new ${reals.length}`, atMs: now - at * HOUR_MS });
        const made = knowable(mistakes, is.dates);
        for (const each of made) seen[each] += 1;
        if (made.includes('guids')) is.guids += 1;
        if (made.includes('titles')) is.titles = 1 - is.titles;
        if (made.includes('audio')) is.audio += 1;
        if (made.includes('dates')) is.dates = !is.dates;
        if (made.includes('one guid')) is.oneGuid = !is.oneGuid;
        read();
        // The same feed an hour later inserts nothing, whatever its dates.
        now += HOUR_MS;
        const again = read();
        expect(again.insert).toEqual([]);
        if (made.includes('gap')) {
          const gone = reals.filter(({ atMs }) => atMs > now - 2 * DAY_MS).map(({ name }) => name);
          now += HOUR_MS;
          read(new Set(gone));
          now += 24 * HOUR_MS;
          const afterMs = 24 * HOUR_MS;
          for (const name of gone) if (!back.has(name)) back.set(name, { guid: 1, afterMs });
          read();
        }
      }

      for (const names of realsOfItem.values()) expect([...names]).toHaveLength(1);
      for (const { name, atMs } of reals) {
        // Skips old episodes, because the catalogue has deleted them, so that a new date makes them new.
        if (atMs < NOW - 10 * DAY_MS) continue;
        const times = itemsOfReal.get(name)?.size ?? 0;
        if (republished.has(name)) expect([name, times <= 1]).toEqual([name, true]);
        else expect([name, times]).toEqual([name, 1]);
        seen.alerted += 1;
      }
      if (republished.size > 0) seen.republished += 1;
    }),
    { numRuns: fuzzRuns(150) },
  );
  for (const [kind, times] of Object.entries(seen)) {
    expect([kind, times > timesSeen(20)]).toEqual([kind, true]);
  }
});

test('alerts get each edition once, if its guid is the day', () => {
  const edition = fc.record({
    hours: fc.integer({ min: 1, max: 9 }),
    isCorrected: fc.boolean(),
    listed: fc.integer({ min: 1, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(edition, { minLength: 2, maxLength: 12 }), (editions) => {
      const feed = memoryFeed();
      const items: FeedItem[] = [];
      const alerted = new Set<string>();
      let now = NOW;
      const read = (listed: number) => {
        feed.read(items.slice(-listed), now);
        for (const row of feed.alerted()) alerted.add(itemOf('', row));
      };
      for (const [at, { hours, isCorrected, listed }] of editions.entries()) {
        now += hours * HOUR_MS;
        const guid = new Date(now).toISOString().slice(0, 10);
        const audio = `https://audio.example/${at}.mp3`;
        const published = { publishedAtMs: now, durationSeconds: 301 + at };
        const item = feedItem({ guid, audio, title: `Edition ${at}`, link: null, ...published });
        items.push(item);
        read(listed);
        now += HOUR_MS / 2;
        if (isCorrected) items[at] = { ...item, title: `Edition ${at}, corrected` };
        read(listed);
        expect([...alerted]).toHaveLength(at + 1);
      }
    }),
    { numRuns: fuzzRuns(150) },
  );
});
