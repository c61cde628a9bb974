import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import {
  DAY_MS,
  DEFAULT_PREFERENCES,
  HOUR_MS,
  MINUTE_MS,
  type Preferences,
} from '../../contract/index.ts';
import { messageParts } from '../fixtures/message-parts.ts';
import { type StoredOutbox, storedOutbox } from '../fixtures/stored-outbox.ts';
import { memoryObjects, type StoredRuns, storedRuns } from '../fixtures/stored-runs.ts';
import { packSpokenText, toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { memoryEpisodes } from '../fixtures/memory-episodes.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { RECENT_DAYS, WINDOW_DAYS } from '../match/match-window.ts';
import { digestId } from '../outbox/digest.ts';
import { EMPTY_SENT_LOG } from '../outbox/sent-log.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { resumeDigests } from '../outbox/resume-digests.ts';
import { openTick } from './dispatch-shards.ts';
import { MAX_MISSED, MAX_UNSTORED, type RunProgress } from '../match/run-progress.ts';
import { runShard } from './run-shard.ts';
import { firestoreDocuments } from '../../testing/memory-firestore.ts';
import { keepLog } from '../../testing/test-log.ts';

beforeEach(() => void keepLog());

const EIGHT = Date.UTC(2026, 10, 21, 8);
const ONLY_SHARD = { epoch: 1, shard: 0, shards: 1 };

let outbox: StoredOutbox;
let runs: StoredRuns;
let episodes: NewEpisode[];
let queued: string[];
let messages: string[];

beforeEach(() => {
  outbox = storedOutbox();
  runs = storedRuns();
  outbox.alerts = [
    { uid: 'ada', alertId: 'a-1', keyword: 'Ledgers', sinceMs: EIGHT - 30 * DAY_MS },
  ];
  comeTo({ lastRunAtMs: EIGHT - HOUR_MS, missed: [] });
  episodes = [];
  queued = [];
  messages = [];
});

const progress = (): RunProgress => {
  const { lastRunAtMs, missed } = runs.states.get('1-0') ?? expect.fail('It never ran');
  return { lastRunAtMs, missed };
};

function comeTo({ lastRunAtMs, missed }: RunProgress): void {
  runs.states.set('1-0', { lastRunAtMs, missed, startedAtMs: 0, report: null, cursor: null });
}

function publish(ingestedAtMs: number, fields: Partial<NewEpisode> = {}): void {
  const link = `https://show.example/${episodes.length}`;
  episodes.push(
    newEpisode({
      key: link,
      item: link,
      title: `On ledgers, part ${episodes.length}`,
      link,
      pubDateMs: ingestedAtMs - HOUR_MS,
      ingestedAtMs,
      ...fields,
    }),
  );
}

function enqueued(id: string): Promise<void> {
  queued.push(id);
  return Promise.resolve();
}

/** Runs the single shard without an index, so that it reads all documents. */
async function run(
  nowMs: number,
  {
    everyoneDue = false,
    store = outbox.store(),
    enqueue = enqueued,
    pause = () => Promise.resolve(),
    objects: stored = new Map() as StoredRuns['objects'],
    catalogue = memoryEpisodes(() => episodes),
  } = {},
) {
  const objects = memoryObjects({ objects: stored });
  const parts = {
    runs: runs.store(pause),
    source: outbox.source(pause),
    objects,
    operations: { reads: 0, writes: 0 },
    peakMib: () => 0,
    takesMail: () => Promise.resolve(new Set<string>()),
    noteSuppressions: () => Promise.resolve(),
    store,
    ...messageParts(messages),
    queue: { enqueue },
    catalogue: () => Promise.resolve(catalogue.source()),
  };
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  await openTick(parts, 1, nowMs);
  const report = await runShard(parts, ONLY_SHARD, { nowMs, everyoneDue, ratePerSecond: 200 });
  return report ?? expect.fail('It ran in another layout');
}

function prefer(preferences: Partial<Preferences>, uid = 'ada'): void {
  outbox.preferences.set(uid, { ...DEFAULT_PREFERENCES, updatedAtMs: null, ...preferences });
}

const sentLinks = () =>
  [...outbox.digests.values()].flatMap(({ sections }) =>
    sections.flatMap((section) => section.episodes.map(({ link }) => link)),
  );

describe('a run', () => {
  test('creates a digest and one task for a due person with pending matches', async () => {
    publish(EIGHT - HOUR_MS);
    expect(await run(EIGHT + 60_000)).toMatchObject({
      people: 1,
      alerts: 1,
      matched: 1,
      due: 1,
      created: 1,
      waiting: 0,
      failed: 0,
      retried: 0,
      spreadMs: 0,
      differed: 0,
    });
    expect(queued).toEqual(['ada_20261121T080000000Z']);
    expect(progress().lastRunAtMs).toBe(EIGHT + 60_000);
  });

  test('creates no digest if nothing is due, pending or all mail is paused', async () => {
    publish(EIGHT - HOUR_MS);
    comeTo({ lastRunAtMs: EIGHT - HOUR_MS - 1, missed: [] });
    expect(await run(EIGHT - 1)).toMatchObject({ due: 0, created: 0 });
    prefer({ cadence: 'paused' });
    expect(await run(EIGHT)).toMatchObject({ due: 0, created: 0 });
    episodes = [];
    for (const { path } of outbox.waiting('ada'))
      outbox.set(path, { waiting: [] }, { merge: true });
    prefer({});
    comeTo({ lastRunAtMs: EIGHT - HOUR_MS, missed: [] });
    expect(await run(EIGHT)).toMatchObject({ matched: 0, due: 1, created: 0 });
  });

  test('a repeated run creates nothing', async () => {
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    comeTo({ lastRunAtMs: EIGHT - HOUR_MS, missed: [] });
    expect(await run(EIGHT + 1)).toMatchObject({ due: 1, created: 0 });
    expect(queued).toHaveLength(1);
  });

  test('the next digest contains an episode that a refresh stored late', async () => {
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    publish(EIGHT - 10 * MINUTE_MS);
    await run(EIGHT + DAY_MS);
    expect(sentLinks()).toEqual(['https://show.example/0', 'https://show.example/1']);
  });

  test('sends a spoken match once when the transcript arrives days after the episode', async () => {
    publish(EIGHT - HOUR_MS, { title: 'On copper', description: 'No more than that.' });
    expect(await run(EIGHT)).toMatchObject({ matched: 0 });
    const cues = [{ startMs: 754_000, speaker: 'Ann', text: 'We keep two ledgers here.' }];
    const spoken = packSpokenText(toSpokenText(cues));
    episodes = episodes.map((episode) => ({ ...episode, said: 'Two ledgers here.', spoken }));
    expect(await run(EIGHT + 2 * DAY_MS)).toMatchObject({ matched: 1, created: 1 });
    expect(await run(EIGHT + 3 * DAY_MS)).toMatchObject({ created: 0 });
    expect(sentLinks()).toEqual(['https://show.example/0']);
    const [digest] = outbox.digests.values();
    expect(digest?.sections[0]?.episodes[0]?.excerpt).toBe(
      'Said by Ann at about 12:34: We keep two >>>ledgers<<< here.',
    );
  });

  test('an alert for spoken words quotes the transcript, although the notes match too', async () => {
    outbox.replaceAlert(outbox.alerts[0]!.alertId, { keyword: 'spoken:ledgers', language: 1 });
    const spoken = packSpokenText(toSpokenText([{ startMs: 5_000, text: 'We keep ledgers.' }]));
    const notes = { title: 'On copper', description: 'Of ledgers.' };
    publish(EIGHT - HOUR_MS, notes);
    publish(EIGHT - HOUR_MS, { ...notes, said: 'We keep ledgers.', spoken });
    expect(await run(EIGHT)).toMatchObject({ matched: 1, created: 1 });
    const [digest] = outbox.digests.values();
    expect(digest?.sections[0]?.episodes.map(({ excerpt }) => excerpt)).toEqual([
      'Said at about 0:05: We keep >>>ledgers<<<.',
    ]);
  });

  test('sends a chapter match once when the chapters arrive days after the episode', async () => {
    publish(EIGHT - HOUR_MS, { title: 'On copper', description: 'No more than that.' });
    expect(await run(EIGHT)).toMatchObject({ matched: 0 });
    episodes = episodes.map((episode) => ({ ...episode, chapters: 'Hello\nTwo ledgers' }));
    expect(await run(EIGHT + 2 * DAY_MS)).toMatchObject({ matched: 1, created: 1 });
    expect(await run(EIGHT + 3 * DAY_MS)).toMatchObject({ created: 0 });
    expect(sentLinks()).toEqual(['https://show.example/0']);
  });

  test('an alert for notes only ignores transcripts', async () => {
    outbox.replaceAlert(outbox.alerts[0]!.alertId, { spoken: false });
    const spoken = packSpokenText(toSpokenText([{ startMs: 1, text: 'We keep two ledgers.' }]));
    const said = { said: 'We keep two ledgers.', spoken };
    publish(EIGHT - HOUR_MS, { title: 'On copper', ...said });
    expect(await run(EIGHT)).toMatchObject({ matched: 0 });
    publish(EIGHT, {
      title: 'On tin',
      chapters: 'Chapter on ledgers',
      description: 'Tin.',
      ...said,
    });
    expect(await run(EIGHT + DAY_MS)).toMatchObject({ matched: 1, created: 1 });
    const [digest] = outbox.digests.values();
    expect(digest?.sections).toMatchObject([{ alertId: 'a-1', spoken: false }]);
    expect(digest?.sections[0]?.episodes.map(({ title, excerpt }) => [title, excerpt])).toEqual([
      ['On tin', 'Tin.'],
    ]);
  });

  test('two alerts for the same words, one for notes only, send an episode once', async () => {
    outbox.saveAlert({ ...outbox.alerts[0]!, alertId: 'b-1' });
    outbox.replaceAlert(outbox.alerts[0]!.alertId, { spoken: false });
    publish(EIGHT - HOUR_MS);
    publish(EIGHT - HOUR_MS, { title: 'On copper', said: 'Two ledgers here.' });
    await run(EIGHT);
    expect(sentLinks()).toHaveLength(2);
    outbox.pauseAlert('b-1');
    publish(EIGHT);
    publish(EIGHT, { title: 'On tin', said: 'Two ledgers here.' });
    await run(EIGHT + DAY_MS);
    expect(sentLinks().at(-1)).toBe('https://show.example/2');
    expect(sentLinks()).toHaveLength(3);
  });

  test('a run after an outage of days sends everything since', async () => {
    comeTo({ lastRunAtMs: EIGHT - 4 * DAY_MS, missed: [] });
    publish(EIGHT - 4 * DAY_MS);
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    expect(sentLinks()).toHaveLength(2);
  });

  test('a rebuilt catalogue sends no episode again', async () => {
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    for (const episode of episodes) episode.ingestedAtMs = EIGHT + HOUR_MS;
    expect(await run(EIGHT + DAY_MS)).toMatchObject({ due: 1, created: 0 });
  });

  test('sends no episode that was old when first stored', async () => {
    const stored = EIGHT - HOUR_MS;
    publish(stored, { pubDateMs: stored - RECENT_DAYS * DAY_MS - 1 });
    expect(await run(EIGHT)).toMatchObject({ matched: 0 });
    publish(stored, { pubDateMs: stored - RECENT_DAYS * DAY_MS });
    comeTo({ lastRunAtMs: EIGHT - HOUR_MS, missed: [] });
    expect(await run(EIGHT + HOUR_MS)).toMatchObject({ matched: 1 });
  });

  test('sends nothing found during a pause that ended by itself, and everything after', async () => {
    const endMs = EIGHT + DAY_MS - 12 * MINUTE_MS;
    outbox.pauseAlert('a-1', endMs);
    publish(EIGHT - HOUR_MS);
    expect(await run(EIGHT)).toMatchObject({ created: 0 });
    publish(endMs - 40 * MINUTE_MS);
    publish(endMs + MINUTE_MS);
    await run(EIGHT + DAY_MS);
    expect(sentLinks()).toEqual(['https://show.example/2']);
  });

  test('sends what was stored in the last minutes of a pause, as after its resumption by hand', async () => {
    prefer({ cadence: 'hourly' });
    outbox.pauseAlert('a-1', EIGHT + 4 * MINUTE_MS);
    publish(EIGHT - 10 * MINUTE_MS);
    const objects: StoredRuns['objects'] = new Map();
    expect(await run(EIGHT, { objects })).toMatchObject({ created: 0 });
    // Moves on what runs read again, which would show that the match waits.
    publish(EIGHT + MINUTE_MS, { title: 'Weather' });
    const again = { objects, everyoneDue: true };
    expect(await run(EIGHT + 2 * MINUTE_MS, again)).toMatchObject({ created: 0 });
    expect(await run(EIGHT + HOUR_MS, { objects })).toMatchObject({ created: 1 });
    expect(sentLinks()).toEqual(['https://show.example/0']);
  });

  test('sends no episode stored before the alert was created or resumed', async () => {
    publish(EIGHT - HOUR_MS);
    outbox.replaceAlert(outbox.alerts[0]!.alertId, { sinceMs: EIGHT - 45 * MINUTE_MS });
    expect(await run(EIGHT)).toMatchObject({ matched: 0 });
    outbox.replaceAlert(outbox.alerts[0]!.alertId, { sinceMs: EIGHT - 45 * MINUTE_MS - 1 });
    comeTo({ lastRunAtMs: EIGHT - HOUR_MS, missed: [] });
    expect(await run(EIGHT + HOUR_MS)).toMatchObject({ matched: 1 });
  });

  test('a weekly digest contains matches of the whole week', async () => {
    prefer({ cadence: 'weekly', weekday: 6 });
    publish(EIGHT - 7 * DAY_MS + 60_000, { pubDateMs: EIGHT - 8 * DAY_MS });
    await run(EIGHT);
    expect(sentLinks()).toHaveLength(1);
  });

  test('sends every unsent episode within the match window', async () => {
    publish(EIGHT - (WINDOW_DAYS - 1) * DAY_MS);
    expect(await run(EIGHT)).toMatchObject({ due: 1, created: 1 });
  });

  test('a manual run ignores hour and day, but not a pause of all mail', async () => {
    publish(EIGHT - 5 * HOUR_MS);
    const at = EIGHT - 4 * HOUR_MS;
    expect(await run(at, { everyoneDue: true })).toMatchObject({ created: 1 });
    publish(at);
    expect(await run(at + 1000, { everyoneDue: true })).toMatchObject({ created: 1 });
    publish(at);
    prefer({ cadence: 'paused' });
    expect(await run(at + 2000, { everyoneDue: true })).toMatchObject({ created: 0 });
  });

  test('creates digests even if their tasks cannot be queued', async () => {
    outbox.saveAlert({ uid: 'grace', alertId: 'g-1', keyword: 'ledgers', sinceMs: 0 });
    publish(EIGHT - HOUR_MS);
    const enqueue = () => Promise.reject(new Error('unavailable'));
    expect(await run(EIGHT, { enqueue })).toMatchObject({ due: 2, created: 2, failed: 0 });
    expect(progress().lastRunAtMs).toBe(EIGHT);
  });
});

describe('an hourly digest', () => {
  beforeEach(() => prefer({ cadence: 'hourly' }));

  const settle = (state: 'sent' | 'failed') => {
    for (const [id, digest] of outbox.digests) outbox.digests.set(id, { ...digest, state });
  };

  test('an hourly digest waits while the previous one is queued, then contains all matches', async () => {
    for (let hour = 0; hour < 6; hour += 1) {
      publish(EIGHT + hour * HOUR_MS - MINUTE_MS);
      const created = hour === 0 ? 1 : 0;
      const summary = await run(EIGHT + hour * HOUR_MS);
      expect(summary).toMatchObject({ created, waiting: 1 - created });
    }
    settle('sent');
    expect(await run(EIGHT + 6 * HOUR_MS)).toMatchObject({ created: 1, waiting: 0 });
    expect(outbox.digests.size).toBe(2);
    expect(sentLinks().sort()).toEqual(episodes.map(({ link }) => link));
  });

  test('an hourly digest comes within 15 minutes, at most once an hour, with all matches', async () => {
    const created: number[] = [];
    for (let minutes = 0; minutes <= 240; minutes += 15) {
      // Publishes an episode before every run of the first hour, at 1:45 and at 2:00.
      if (minutes < 60 || minutes === 105 || minutes === 120) {
        publish(EIGHT + (minutes - 1) * MINUTE_MS);
      }
      const summary = await run(EIGHT + minutes * MINUTE_MS);
      if (summary.created > 0) created.push(minutes);
      settle('sent');
    }
    expect(created).toEqual([0, 60, 120]);
    expect(sentLinks().sort()).toEqual(episodes.map(({ link }) => link).sort());
  });

  test('a person gets at most 24 digests a day, and the rest on the next day', async () => {
    outbox.ledgers.set('ada', { ...EMPTY_SENT_LOG, digests: { '2026-11-21': 23 } });
    const created: number[] = [];
    for (let hour = 0; hour <= 16; hour += 1) {
      publish(EIGHT + hour * HOUR_MS - MINUTE_MS);
      if ((await run(EIGHT + hour * HOUR_MS)).created > 0) created.push(hour);
      settle('sent');
    }
    expect(created).toEqual([0, 16]);
    expect(sentLinks().sort()).toEqual(episodes.map(({ link }) => link).sort());
  });

  test('a manual run sends an hourly digest immediately, and the next comes an hour later', async () => {
    publish(EIGHT - MINUTE_MS);
    await run(EIGHT);
    settle('sent');
    publish(EIGHT + 14 * MINUTE_MS);
    expect(await run(EIGHT + 20 * MINUTE_MS, { everyoneDue: true })).toMatchObject({ created: 1 });
    settle('sent');
    publish(EIGHT + 30 * MINUTE_MS);
    const next: number[] = [];
    for (const minutes of [45, 60, 75, 90]) {
      if ((await run(EIGHT + minutes * MINUTE_MS)).created > 0) next.push(minutes);
    }
    expect(next).toEqual([90]);
  });

  test('an hourly digest that waited more than a day contains all matches', async () => {
    publish(EIGHT - MINUTE_MS);
    await run(EIGHT);
    publish(EIGHT - 10 * MINUTE_MS);
    for (let hour = 1; hour <= 25; hour += 1) await run(EIGHT + hour * HOUR_MS);
    settle('failed');
    await run(EIGHT + 26 * HOUR_MS);
    expect(sentLinks()).toHaveLength(2);
  });

  test('sends an episode once although its address changes hourly and its feed moves', async () => {
    publish(EIGHT - HOUR_MS);
    const [episode] = episodes;
    for (let hour = 0; hour < 12; hour += 1) {
      const key = `https://audio.example/1.mp3?at=${hour}`;
      const ingestedAtMs = EIGHT + (hour - 1) * HOUR_MS;
      const item = hour < 6 ? `feed ${hour}` : `moved feed ${hour}`;
      // The key that identifies duplicates by show, title and day does not change.
      const copies = { keys: [7], group: null, feedId: hour };
      episodes = [{ ...episode!, key, item, link: key, ingestedAtMs, copies }];
      await run(EIGHT + hour * HOUR_MS);
      settle('sent');
    }
    expect(outbox.digests.size).toBe(1);
  });
});

describe('runs at half past', () => {
  const HALF_PAST_TWO = Date.UTC(2026, 10, 21, 2, 30);

  beforeEach(() => {
    comeTo({ lastRunAtMs: HALF_PAST_TWO - 30 * MINUTE_MS, missed: [] });
    outbox.saveAlert({ uid: 'grace', alertId: 'g-1', keyword: 'ledgers', sinceMs: 0 });
    publish(HALF_PAST_TWO - HOUR_MS);
  });

  test('serves eight o’clock on time in a time zone offset by half an hour', async () => {
    prefer({ timeZone: 'Asia/Kolkata' });
    prefer({ timeZone: 'Asia/Kolkata', hour: 9 }, 'grace');
    expect(await run(HALF_PAST_TWO)).toMatchObject({ due: 1, matched: 2, created: 1 });
    expect(queued).toEqual(['ada_20261121T023000000Z']);
    expect(progress().lastRunAtMs).toBe(HALF_PAST_TWO);
    comeTo({ lastRunAtMs: HALF_PAST_TWO - 30 * MINUTE_MS, missed: [] });
    expect(await run(HALF_PAST_TWO + 30 * MINUTE_MS)).toMatchObject({ due: 1, created: 0 });
  });

  test('a clock that was ahead delays no digest', async () => {
    prefer({ timeZone: 'Asia/Kolkata' });
    comeTo({ lastRunAtMs: HALF_PAST_TWO + 300 * DAY_MS, missed: [] });
    expect(await run(HALF_PAST_TWO)).toMatchObject({ due: 1, created: 1 });
    expect(progress().lastRunAtMs).toBe(HALF_PAST_TWO);
  });
});

describe('many alerts', () => {
  test('a weekly digest contains the matches of 150 alerts', async () => {
    prefer({ cadence: 'weekly', weekday: 6 });
    outbox.alerts = Array.from({ length: 150 }, (_, index) => {
      publish(EIGHT - HOUR_MS - index * MINUTE_MS, { description: `about topic${index}.` });
      return { uid: 'ada', alertId: `a${index}-1`, keyword: `topic${index}`, sinceMs: 0 };
    });
    await run(EIGHT);
    expect(outbox.digests.size).toBe(1);
    expect(new Set(sentLinks()).size).toBe(150);
  });

  test('two alerts with equivalent keywords send an episode once', async () => {
    outbox.saveAlert({
      ...outbox.alerts[0]!,
      alertId: 'b-1',
      keyword: 'ledgers!',
      sinceMs: EIGHT - DAY_MS,
    });
    publish(EIGHT - HOUR_MS);
    await run(EIGHT);
    const [digest] = outbox.digests.values();
    expect(digest!.sections).toMatchObject([{ alertId: 'a-1', moreCount: 0 }]);
  });
});

describe('a run that fails', () => {
  function failingFor(fails: (uid: string) => boolean): OutboxStore {
    const store = outbox.store();
    return {
      ...store,
      createDigest: (wish) =>
        fails(wish.uid) ? Promise.reject(new Error('contention')) : store.createDigest(wish),
    };
  }

  const forAda = () => failingFor((uid) => uid === 'ada');

  beforeEach(() => {
    outbox.saveAlert({ uid: 'grace', alertId: 'g-1', keyword: 'ledgers', sinceMs: 0 });
    publish(EIGHT - HOUR_MS);
  });

  test('a run that fails for one person serves the others, and the next run retries the slot', async () => {
    expect(await run(EIGHT, { store: forAda() })).toMatchObject({ due: 2, created: 1, failed: 1 });
    expect(progress()).toEqual({
      lastRunAtMs: EIGHT,
      missed: [{ uid: 'ada', slotMs: EIGHT }],
    });
    expect(queued).toEqual(['grace_20261121T080000000Z']);
    const quarter = await run(EIGHT + 15 * MINUTE_MS);
    expect(quarter).toMatchObject({ due: 1, retried: 1, matched: 1, created: 1 });
    expect(queued).toContain('ada_20261121T080000000Z');
    expect(progress()).toEqual({ lastRunAtMs: EIGHT + 15 * MINUTE_MS, missed: [] });
  });

  test('daily failures for one person do not shift the schedule of others', async () => {
    for (let hour = 0; hour < 72; hour += 1) {
      if (hour % 24 === 0) publish(EIGHT + (hour - 1) * HOUR_MS);
      await run(EIGHT + hour * HOUR_MS, { store: forAda() });
    }
    const slots = [...outbox.digests.values()].map(({ uid, createdAtMs }) => [uid, createdAtMs]);
    expect(slots).toEqual([0, 1, 2].map((day) => ['grace', EIGHT + day * DAY_MS]));
    expect(progress().missed).toEqual([{ uid: 'ada', slotMs: EIGHT + 2 * DAY_MS }]);
    expect(await run(EIGHT + 72 * HOUR_MS)).toMatchObject({ failed: 0 });
    expect(progress().missed).toEqual([]);
    expect([...outbox.digests.values()].filter(({ uid }) => uid === 'ada')).toHaveLength(1);
  });

  test('a missed slot is dropped once its person paused all mail', async () => {
    await run(EIGHT, { store: forAda() });
    prefer({ cadence: 'paused' });
    await run(EIGHT + HOUR_MS);
    expect(progress().missed).toEqual([]);
  });

  test('a run that fails for too many people throws, and the next run repeats all slots', async () => {
    for (let each = 0; each < MAX_MISSED; each += 1) {
      outbox.saveAlert({ uid: `p${each}`, alertId: 'x-1', keyword: 'ledgers', sinceMs: 0 });
    }
    const store = failingFor((uid) => uid !== 'grace');
    await expect(run(EIGHT, { store })).rejects.toThrow(`1001 of 1002 digests`);
    expect(progress()).toEqual({ lastRunAtMs: EIGHT - HOUR_MS, missed: [] });
    expect(await run(EIGHT + 15 * MINUTE_MS)).toMatchObject({ created: 1001 });
  });

  test('a run that fails at any await is completed by the next', async () => {
    const [before, runsBefore] = [outbox, runs].map(({ documents }) => [...documents.all()]);
    for (let dieAt = 1; ; dieAt += 1) {
      outbox = storedOutbox(undefined, firestoreDocuments(before));
      runs = storedRuns(firestoreDocuments(runsBefore));
      queued = [];
      let awaits = 0;
      const pause = () =>
        (awaits += 1) === dieAt ? Promise.reject(new Error('died')) : Promise.resolve();
      const store = outbox.store(pause);
      await run(EIGHT, { store, pause }).catch(() => undefined);
      await run(EIGHT + HOUR_MS);
      const parts = {
        ...messageParts(),
        store: outbox.store(),
        queue: { enqueue: enqueued },
      };
      await resumeDigests(parts, EIGHT + 2 * HOUR_MS);
      expect([...outbox.digests.keys()].sort()).toEqual([
        'ada_20261121T080000000Z',
        'grace_20261121T080000000Z',
      ]);
      expect(new Set(queued).size).toBe(2);
      if (awaits < dieAt) break;
    }
  });
});

describe('matches that cannot be stored', () => {
  const linksOf = (uid: string) =>
    outbox.waiting(uid).map(({ fields }) => (fields['facts'] as { link: string }).link);

  beforeEach(() => {
    outbox.saveAlert({ uid: 'grace', alertId: 'g-1', keyword: 'ledgers', sinceMs: 0 });
    for (const uid of ['ada', 'grace']) prefer({ cadence: 'weekly' }, uid);
    outbox.documents.failWrites((path) => path.startsWith('users/ada/'));
  });

  test('matches that cannot be stored for a day are stored then, and delay nobody else', async () => {
    const catalogue = memoryEpisodes(
      () => episodes,
      () => Date.now(),
    );
    const reports = [];
    for (let hour = 0; hour < 24; hour += 1) {
      const atMs = EIGHT + hour * HOUR_MS;
      if (hour % 8 === 0) publish(atMs - MINUTE_MS);
      reports.push(await run(atMs, { catalogue }));
    }
    expect(linksOf('grace')).toHaveLength(3);
    expect(linksOf('ada')).toEqual([]);
    expect(reports.map(({ unstored }) => unstored)).toEqual(Array(24).fill(1));
    outbox.documents.failWrites(() => false);
    const done = { unstored: 0, episodesRead: 1 };
    expect(await run(EIGHT + DAY_MS, { catalogue })).toMatchObject({ ...done, episodesRead: 4 });
    expect(linksOf('ada').sort()).toEqual(linksOf('grace').sort());
    // Runs overlap, so the newest episode is read again.
    expect(await run(EIGHT + 25 * HOUR_MS, { catalogue })).toMatchObject(done);
  });

  test('matches of the first run are stored later although their alert has changed since', async () => {
    comeTo({ lastRunAtMs: null, missed: [] });
    publish(EIGHT - 3 * HOUR_MS);
    await run(EIGHT);
    outbox.replaceAlert('a-1', { changedAtMs: EIGHT + HOUR_MS });
    await run(EIGHT + 2 * HOUR_MS);
    outbox.documents.failWrites(() => false);
    await run(EIGHT + 3 * HOUR_MS);
    expect(linksOf('ada')).toEqual(linksOf('grace'));
    expect(linksOf('ada')).toHaveLength(1);
  });

  test('a person is tried again at each run for two hours, then hourly and by a manual run', async () => {
    publish(EIGHT - MINUTE_MS);
    const isTried = async (minutes: number, everyoneDue = false) => {
      const report = await run(EIGHT + minutes * MINUTE_MS, { everyoneDue });
      return report.episodesRead === 2;
    };
    expect([await isTried(0), await isTried(15), await isTried(105)]).toEqual([false, true, true]);
    expect([await isTried(120), await isTried(135), await isTried(180)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([await isTried(195), await isTried(200, true)]).toEqual([false, true]);
  });

  test('the digest of a person whose matches cannot be stored waits for six hours', async () => {
    outbox.documents.failWrites(() => false);
    prefer({ cadence: 'daily', hour: 8, timeZone: 'UTC' });
    publish(EIGHT - 2 * HOUR_MS);
    await run(EIGHT - HOUR_MS);
    publish(EIGHT - MINUTE_MS);
    const addMatches = () => Promise.reject(new Error('contention'));
    const store = { ...outbox.store(), addMatches };
    for (let hour = 0; hour <= 6; hour += 1) await run(EIGHT + hour * HOUR_MS, { store });
    expect([...outbox.digests.keys()]).toEqual([]);
    expect(progress().missed).toEqual([{ uid: 'ada', slotMs: EIGHT }]);
    await run(EIGHT + 7 * HOUR_MS, { store });
    expect([...outbox.digests.keys()]).toEqual([digestId('ada', EIGHT)]);
  });

  test('matches of too many people are searched again from the same position', async () => {
    for (let each = 0; each < MAX_UNSTORED; each += 1) {
      outbox.saveAlert({ uid: `p${each}`, alertId: 'x-1', keyword: 'ledgers', sinceMs: 0 });
    }
    outbox.documents.failWrites((path) => /^users\/(ada|p\d+)\//.test(path));
    publish(EIGHT - MINUTE_MS);
    expect(await run(EIGHT)).toMatchObject({ unstored: 1001, episodesRead: 1 });
    expect(runs.states.get('1-0')).toMatchObject({ cursor: null, unstored: [] });
    outbox.documents.failWrites(() => false);
    expect(await run(EIGHT + DAY_MS)).toMatchObject({ unstored: 0, matched: 1002 });
  });
});

describe('unmailed digests', () => {
  async function endUnmailed(id: string, atMs: number, code = 'gave-up'): Promise<void> {
    const end = { state: 'failed', code, finishedAtMs: atMs } as const;
    await outbox.store().changeDigest(id, (found) => ({
      digest: { ...found, ...end },
      record: null,
      unmailed: found.sections,
    }));
  }

  test.each(['hourly', 'daily', 'weekly'] as const)(
    'retries an unmailed %s digest after an hour, then after a day',
    async (cadence) => {
      prefer({ cadence, weekday: 6 });
      publish(EIGHT - 23 * HOUR_MS);
      await run(EIGHT);
      expect(queued).toHaveLength(1);
      const failedMs = EIGHT + 5 * MINUTE_MS;
      await endUnmailed(queued[0]!, failedMs, 'bounce');
      expect(await run(EIGHT + HOUR_MS)).toMatchObject({ due: 0 });
      const retryMs = failedMs + HOUR_MS;
      const runMs = EIGHT + 75 * MINUTE_MS;
      await run(runMs);
      const slotMs = cadence === 'hourly' ? runMs : retryMs;
      expect(queued).toEqual([queued[0], digestId('ada', slotMs)]);
      expect(sentLinks()).toEqual(['https://show.example/0', 'https://show.example/0']);

      await endUnmailed(queued[1]!, runMs, 'bounce');
      for (let hours = 2; hours < 25; hours += 1) {
        expect(await run(EIGHT + hours * HOUR_MS)).toMatchObject({ due: 0 });
      }
      await run(runMs + DAY_MS);
      expect(queued).toHaveLength(3);
    },
  );

  test('an address that accepts no mail costs at most one digest a day', async () => {
    prefer({ cadence: 'hourly' });
    publish(EIGHT - HOUR_MS);
    for (let hours = 0; hours < 8 * 24; hours += 1) {
      const before = queued.length;
      await run(EIGHT + hours * HOUR_MS);
      if (queued.length > before)
        await endUnmailed(queued.at(-1)!, EIGHT + hours * HOUR_MS + 1, 'bounce');
    }
    expect(queued.length).toBeLessThanOrEqual(10);
  });

  test('a digest cancelled by an edited alert is replaced immediately', async () => {
    publish(EIGHT - 23 * HOUR_MS);
    await run(EIGHT);
    await endUnmailed(queued[0]!, EIGHT + 3000, 'changed');
    await run(EIGHT + 15 * MINUTE_MS);
    expect(queued).toEqual([queued[0], digestId('ada', EIGHT + 3000)]);
  });

  test('a retried weekly digest is not created again', async () => {
    prefer({ cadence: 'weekly', weekday: 6 });
    publish(EIGHT - 23 * HOUR_MS);
    await run(EIGHT);
    await endUnmailed(queued[0]!, EIGHT + HOUR_MS);
    for (const days of [1, 2, 3]) {
      publish(EIGHT + days * DAY_MS - HOUR_MS);
      comeTo({ lastRunAtMs: EIGHT + days * DAY_MS - HOUR_MS, missed: [] });
      await run(EIGHT + days * DAY_MS);
    }
    expect(queued).toHaveLength(2);
  });

  test('sends an unmailed weekly digest after days without runs', async () => {
    prefer({ cadence: 'weekly', weekday: 6 });
    publish(EIGHT - 23 * HOUR_MS);
    await run(EIGHT);
    await endUnmailed(queued[0]!, EIGHT + HOUR_MS);
    await run(EIGHT + 5 * DAY_MS + HOUR_MS);
    expect(sentLinks()).toHaveLength(2);
  });
});
