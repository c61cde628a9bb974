import { Timestamp } from 'firebase/firestore/lite';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { memoryEpisodes, refreshes } from '../../functions/src/alerts/fixtures/memory-episodes.ts';
import { messageParts } from '../../functions/src/alerts/fixtures/message-parts.ts';
import { memoryObjects, storedRuns } from '../../functions/src/alerts/fixtures/stored-runs.ts';
import { firestoreAlertSource } from '../../functions/src/alerts/match/alert-source.ts';
import { shardsOf } from '../../functions/src/alerts/match/shard-layout.ts';
import { firestoreOutbox } from '../../functions/src/alerts/outbox/firestore-outbox.ts';
import { readDigest } from '../../functions/src/alerts/outbox/outbox-documents.ts';
import { openTick } from '../../functions/src/alerts/plan/dispatch-shards.ts';
import { runShard } from '../../functions/src/alerts/plan/run-shard.ts';
import type { NewEpisode } from '../../functions/src/catalogue/store/new-episode.ts';
import { alertIdentity, DAY_MS, HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { stopAlert } from '../../functions/src/delivery/links/alert-actions.ts';
import { slotOf } from '../../functions/src/delivery/links/alert-identity.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { dropLog } from '../../functions/src/testing/test-log.ts';
import { projectId } from '../support/stack.ts';
import { unique } from '../support/unique.ts';
import { useDocuments } from '../support/use-documents.ts';

// Uses a separate database, because schedules in other test files would send these digests.
beforeAll(() => {
  process.env['GCLOUD_PROJECT'] = `${projectId()}-undone`;
});
beforeEach(dropLog);

const documents = useDocuments();
const TO = ['mail', 'channel'] as const;

/**
 * Long ago, because people change alerts at the database's time, which no run may have read yet. After noon, because a
 * shard is read in full at noon, and a full read does not find an alert that is paused or deleted at that moment.
 */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 11 * HOUR_MS;
const CREATED_MS = START - HOUR_MS;
const [FIRST, SECOND] = ['000', '001'].map((slot) => alertIdentity(slot, CREATED_MS)) as [
  string,
  string,
];

/** A new person with two alerts, which all episodes match, and runs that an hour separates. */
async function newPerson(to: (typeof TO)[number]) {
  const uid = `new-${unique()}`;
  const at = Timestamp.fromMillis(CREATED_MS);
  const chosen = { alerts: 'all', sinceMs: CREATED_MS, chosenAtMs: CREATED_MS };
  const channel = { kind: 'webhook', name: 'Hook', host: 'hook.example', state: 'on' };
  const schedule = { hour: 8, weekday: 1, timeZone: 'UTC', updatedAt: at };
  await documents.seed({
    [`users/${uid}`]: {
      ...schedule,
      cadence: to === 'mail' ? 'hourly' : 'paused',
      ...(to === 'channel' && { channels: [{ id: 'hook', kind: 'webhook', ...chosen }] }),
    },
    ...(to === 'channel' && {
      [`users/${uid}/channels/hook`]: { ...channel, alerts: 'all', createdAt: at },
    }),
    [`users/${uid}/alerts/000`]: { keyword: 'ledgers', createdAt: at },
    [`users/${uid}/alerts/001`]: { keyword: 'graphs', createdAt: at },
  });

  const firestore = await database();
  // The alerts of others would decide which alert matches first.
  onTestFinished(() => firestore.recursiveDelete(firestore.doc(`users/${uid}`)));
  const shared = storedRuns();
  const [runs, objects] = [shared.store(), memoryObjects(shared)];
  const clock = { nowMs: START };
  const episodes: NewEpisode[] = [];
  const catalogue = memoryEpisodes(
    () => episodes,
    () => clock.nowMs,
  );
  let published = 0;
  const { publish, storeChanges } = refreshes(episodes, catalogue, clock);

  /** Returns what its digests and messages show, as "<slot> <title>". They count as sent. */
  async function run(): Promise<string[]> {
    clock.nowMs += HOUR_MS + HOUR_MS / 4;
    await storeChanges();
    clock.nowMs += 2 * MINUTE_MS;
    // Otherwise the next run would match the newest episodes again.
    publish(clock.nowMs, 'On nothing.');
    const queued: string[] = [];
    const { messages } = messageParts(queued);
    const layout = await openTick({ runs, objects }, 1, clock.nowMs);
    const parts = {
      runs,
      objects,
      source: firestoreAlertSource(firestore),
      store: firestoreOutbox(firestore),
      operations: { reads: 0, writes: 0 },
      peakMib: () => 0,
      takesMail: (uids: readonly string[]) => Promise.resolve(new Set(uids)),
      verified: (uids: readonly string[]) => Promise.resolve(new Set(uids)),
      noteSuppressions: () => Promise.resolve(),
      queue: messages,
      messages,
      fits: () => 20,
      catalogue: () => Promise.resolve(catalogue.source()),
    };
    for (const shard of shardsOf(layout)) {
      const how = { nowMs: clock.nowMs, everyoneDue: false, ratePerSecond: 200 };
      await runShard(parts, shard, how);
    }
    const shown: string[] = [];
    for (const id of queued.filter((each) => each.startsWith(uid))) {
      const ref = firestore.doc(`digests/${id}`);
      await ref.update({ state: 'sent' });
      for (const { alertId, episodes } of readDigest((await ref.get()).data()!).sections) {
        shown.push(...episodes.map(({ title }) => `${slotOf(alertId)} ${title}`));
      }
    }
    return shown.sort();
  }

  const alertOf = (alertId: string) => firestore.doc(`users/${uid}/alerts/${slotOf(alertId)}`);
  const pressLink = (alertId: string, press: 'apply' | 'undo') =>
    firestore.runTransaction(async (transaction) => {
      const grant = { kind: 'stop-alert' as const, uid, alertId };
      const found = await stopAlert.read(transaction, grant, firestore);
      await stopAlert[press]!(transaction, grant, found!);
    });

  return {
    run,
    publish: () => publish((published += 1), 'On ledgers and graphs.'),
    remove: (alertId: string) => alertOf(alertId).delete(),
    turnOff: {
      'pause by link': (alertId: string) => pressLink(alertId, 'apply'),
      deletion: (alertId: string) => alertOf(alertId).delete(),
    },
    undo: {
      'pause by link': (alertId: string) => pressLink(alertId, 'undo'),
      deletion: (alertId: string) =>
        alertOf(alertId).set({
          keyword: 'ledgers',
          createdAt: new Date(CREATED_MS),
          changedAt: new Date(),
        }),
    },
  };
}

test.each(TO)(
  'sends a new person’s first match after another alert was deleted, by %s',
  async (to) => {
    const person = await newPerson(to);
    expect(await person.run()).toEqual([]);
    await person.remove(FIRST);
    person.publish();
    expect(await person.run()).toEqual(['001 Episode 1']);
  },
);

test.each(TO)('stores nothing for a new person whose alerts are deleted, by %s', async (to) => {
  const person = await newPerson(to);
  await person.run();
  await person.remove(FIRST);
  await person.remove(SECOND);
  person.publish();
  expect(await person.run()).toEqual([]);
});

test.each(
  TO.flatMap((to) => (['pause by link', 'deletion'] as const).map((how) => [how, to] as const)),
)('sends what was pending during an undone %s, by %s, without another match', async (how, to) => {
  const person = await newPerson(to);
  person.publish();
  expect(await person.run()).toEqual(['000 Episode 1', '001 Episode 1']);
  await person.turnOff[how](FIRST);
  person.publish();
  expect(await person.run()).toEqual(['001 Episode 2']);
  await person.undo[how](FIRST);
  expect(await person.run()).toEqual(['000 Episode 2']);
  expect(await person.run()).toEqual([]);
});
