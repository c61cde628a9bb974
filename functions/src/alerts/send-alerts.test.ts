import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewEpisode } from '../catalogue/read-new-episodes.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../contract/index.ts';
import { type MemoryOutbox, memoryOutbox, memoryStore } from './fixtures/memory-outbox.ts';
import type { OutboxStore } from './outbox-store.ts';
import { resumeDigests } from './resume-digests.ts';
import { NEWS_DAYS, sendAlerts } from './send-alerts.ts';

vi.hoisted(() => {
  // Before the imports: the logger keeps the console's methods as it finds them.
  for (const method of ['info', 'warn', 'error', 'log'] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Saturday, at the hour of the daily digest. */
const EIGHT = Date.UTC(2026, 10, 21, 8);

let outbox: MemoryOutbox;
let episodes: NewEpisode[];
let queued: string[];

beforeEach(() => {
  outbox = memoryOutbox();
  outbox.alerts = [{ uid: 'ada', alertId: 'a', keyword: 'Ledgers', sinceMs: EIGHT - 30 * DAY_MS }];
  outbox.lastRunAtMs = EIGHT - HOUR_MS;
  episodes = [];
  queued = [];
});

function publish(ingestedAtMs: number, fields: Partial<NewEpisode> = {}): void {
  const link = `https://show.example/${episodes.length}`;
  episodes.push({
    key: link,
    item: link,
    title: 'On ledgers',
    podcast: 'The Show',
    publisher: '',
    description: '',
    link,
    image: '',
    pubDateMs: ingestedAtMs - HOUR_MS,
    ingestedAtMs,
    ...fields,
  });
}

function enqueued(id: string): Promise<void> {
  queued.push(id);
  return Promise.resolve();
}

function run(
  nowMs: number,
  { everyoneDue = false, store = memoryStore(outbox), enqueue = enqueued } = {},
) {
  const parts = {
    store,
    queue: { enqueue },
    newEpisodes: (sinceMs: number, publishedSinceMs: number) =>
      episodes.filter(
        ({ ingestedAtMs, pubDateMs }) => ingestedAtMs >= sinceMs && pubDateMs >= publishedSinceMs,
      ),
  };
  return sendAlerts(parts, nowMs, everyoneDue);
}

function prefer(preferences: Partial<Preferences>): void {
  outbox.preferences.set('ada', { ...DEFAULT_PREFERENCES, updatedAtMs: null, ...preferences });
}

const told = () =>
  [...outbox.digests.values()].flatMap(({ sections }) =>
    sections.flatMap((section) => section.episodes.map(({ link }) => link)),
  );

describe('a run', () => {
  test('makes a digest for who has news and is due, and one task for it', async () => {
    publish(EIGHT - HOUR_MS);
    expect(await run(EIGHT + 60_000)).toEqual({
      matched: 1,
      due: 1,
      created: 1,
      failed: 0,
    });
    expect(queued).toEqual(['ada_20261121T080000000Z']);
    expect(outbox.lastRunAtMs).toBe(EIGHT + 60_000);
  });

  test('makes none for who is not due, has no news or has paused', async () => {
    publish(EIGHT - HOUR_MS);
    expect(await run(EIGHT - 1)).toMatchObject({ matched: 1, due: 0, created: 0 });
    prefer({ cadence: 'paused' });
    expect(await run(EIGHT)).toMatchObject({ matched: 1, due: 0, created: 0 });
    episodes = [];
    prefer({});
    outbox.lastRunAtMs = EIGHT - HOUR_MS;
    expect(await run(EIGHT)).toMatchObject({ matched: 0, due: 0, created: 0 });
  });

  test('repeated does nothing more', async () => {
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    outbox.lastRunAtMs = EIGHT - HOUR_MS;
    expect(await run(EIGHT + 1)).toMatchObject({ due: 1, created: 0 });
    expect(queued).toHaveLength(1);
  });

  test('tells what a refresh brought in late, in the next digest', async () => {
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    publish(EIGHT - 10 * 60_000);
    await run(EIGHT + DAY_MS);
    expect(told()).toEqual(['https://show.example/0', 'https://show.example/1']);
  });

  test('after days without one tells everything since', async () => {
    outbox.lastRunAtMs = EIGHT - 4 * DAY_MS;
    publish(EIGHT - 4 * DAY_MS);
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    expect(told()).toHaveLength(2);
  });

  test('tells of an episode again to nobody, when the catalogue was built anew', async () => {
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    for (const episode of episodes) episode.ingestedAtMs = EIGHT + HOUR_MS;
    expect(await run(EIGHT + DAY_MS)).toMatchObject({ due: 1, created: 0 });
  });

  test('tells of nothing that was old when it was stored', async () => {
    const stored = EIGHT - HOUR_MS;
    publish(stored, { pubDateMs: stored - NEWS_DAYS * DAY_MS - 1 });
    expect(await run(EIGHT)).toMatchObject({ matched: 0 });
    publish(stored, { pubDateMs: stored - NEWS_DAYS * DAY_MS });
    expect(await run(EIGHT + 1)).toMatchObject({ matched: 1 });
  });

  test('tells of nothing stored before the alert was saved or resumed', async () => {
    publish(EIGHT - HOUR_MS);
    outbox.alerts[0]!.sinceMs = EIGHT - HOUR_MS;
    expect(await run(EIGHT)).toMatchObject({ matched: 0 });
    outbox.alerts[0]!.sinceMs = EIGHT - HOUR_MS - 1;
    expect(await run(EIGHT)).toMatchObject({ matched: 1 });
  });

  test('tells what a weekly digest has waited for since the last one, and a little longer', async () => {
    prefer({ cadence: 'weekly', weekday: 6 });
    publish(EIGHT - 7 * DAY_MS + 60_000, { pubDateMs: EIGHT - 8 * DAY_MS });
    await run(EIGHT);
    expect(told()).toHaveLength(1);
  });

  test('looks further back after a change of preferences', async () => {
    publish(EIGHT - 6 * DAY_MS);
    expect(await run(EIGHT)).toMatchObject({ due: 1, created: 0 });
    prefer({ updatedAtMs: EIGHT + HOUR_MS });
    expect(await run(EIGHT + DAY_MS)).toMatchObject({ due: 1, created: 1 });
  });

  test('that has everyone due minds neither hour nor day, but who paused', async () => {
    publish(EIGHT - 5 * HOUR_MS);
    const at = EIGHT - 4 * HOUR_MS;
    expect(await run(at, { everyoneDue: true })).toMatchObject({ created: 1 });
    publish(at);
    expect(await run(at + 1000, { everyoneDue: true })).toMatchObject({ created: 1 });
    publish(at);
    prefer({ cadence: 'paused' });
    expect(await run(at + 2000, { everyoneDue: true })).toMatchObject({ created: 0 });
  });

  test('makes its digests also when none of their tasks can be queued', async () => {
    outbox.alerts.push({ uid: 'grace', alertId: 'g', keyword: 'ledgers', sinceMs: 0 });
    publish(EIGHT - HOUR_MS);
    const enqueue = () => Promise.reject(new Error('unavailable'));
    expect(await run(EIGHT, { enqueue })).toMatchObject({ due: 2, created: 2, failed: 0 });
    expect(outbox.lastRunAtMs).toBe(EIGHT);
  });
});

describe('a run that fails', () => {
  /** A store that fails for one person. */
  function failingFor(uid: string): OutboxStore {
    const store = memoryStore(outbox);
    return {
      ...store,
      createDigest: (id, of, decide) =>
        of === uid ? Promise.reject(new Error('contention')) : store.createDigest(id, of, decide),
    };
  }

  test('for somebody serves the others, and the next run serves who was missed', async () => {
    outbox.alerts.push({ uid: 'grace', alertId: 'g', keyword: 'ledgers', sinceMs: 0 });
    publish(EIGHT - HOUR_MS);
    await expect(run(EIGHT, { store: failingFor('ada') })).rejects.toThrow('1 of 2 digests');
    expect(outbox.lastRunAtMs).toBe(EIGHT - HOUR_MS);
    expect(queued).toEqual(['grace_20261121T080000000Z']);
    expect(await run(EIGHT + HOUR_MS)).toMatchObject({ due: 2, created: 1 });
    expect(queued).toContain('ada_20261121T080000000Z');
    expect(outbox.lastRunAtMs).toBe(EIGHT + HOUR_MS);
  });

  test('at any of its awaits is made good by the next, within the hour', async () => {
    publish(EIGHT - HOUR_MS);
    const world = structuredClone(outbox);
    for (let dieAt = 1; ; dieAt += 1) {
      outbox = structuredClone(world);
      queued = [];
      let awaits = 0;
      const store = memoryStore(outbox, () =>
        (awaits += 1) === dieAt ? Promise.reject(new Error('died')) : Promise.resolve(),
      );
      await run(EIGHT, { store }).catch(() => undefined);
      await run(EIGHT + HOUR_MS);
      await resumeDigests(
        { store: memoryStore(outbox), queue: { enqueue: enqueued } },
        EIGHT + 2 * HOUR_MS,
      );
      expect([...outbox.digests.keys()]).toEqual(['ada_20261121T080000000Z']);
      expect(queued.length).toBeGreaterThanOrEqual(1);
      if (awaits < dieAt) break;
    }
  });
});
