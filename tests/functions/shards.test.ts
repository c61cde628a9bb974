import { Timestamp } from 'firebase/firestore/lite';
import { expect, test } from 'vitest';
import {
  type Changes,
  firestoreAlertSource,
} from '../../functions/src/alerts/match/alert-source.ts';
import { uidRanges } from '../../functions/src/alerts/match/shard-layout.ts';
import { DEFAULT_PREFERENCES, HOUR_MS } from '../../functions/src/contract/index.ts';
import { wholeAlert } from '../../functions/src/contract/fixtures/whole-alert.ts';
import { wholePreferences } from '../../functions/src/contract/fixtures/whole-preferences.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { useDocuments } from '../support/use-documents.ts';
import { unique } from '../support/unique.ts';

const documents = useDocuments();
const source = async () => firestoreAlertSource(await database());
const now = Date.now();
const tail = `-${unique()}`;
const uids = ['0', 'Ke', 'Kf', 'KfA', 'fJ', 'fK', 'zz'].map((start) => `${start}${tail}`);

function ours({ alerts, people }: Changes): Changes {
  const isOurs = ({ uid }: { uid: string }) => uid.endsWith(tail);
  return { alerts: alerts.filter(isOurs), people: people.filter(isOurs) };
}

test('assigns each person and each active alert to exactly one shard', async () => {
  const createdAt = Timestamp.fromMillis(now - HOUR_MS);
  for (const uid of uids) {
    await documents.seed({
      [`users/${uid}`]: { ...wholePreferences, updatedAt: createdAt },
      [`users/${uid}/alerts/000`]: { ...wholeAlert, createdAt },
      [`users/${uid}/alerts/002`]: { keyword: 'Trees', createdAt },
      [`users/${uid}/alerts/001`]: { keyword: 'Paused', createdAt, paused: true },
    });
  }
  const { everythingIn } = await source();
  const parts = [];
  for (const range of uidRanges(3)) {
    const part: Changes = { alerts: [], people: [] };
    for await (const page of everythingIn(range)) {
      part.alerts.push(...ours(page).alerts);
      part.people.push(...ours(page).people);
    }
    parts.push(part);
  }
  expect(parts.map(({ people }) => people.map(({ uid }) => uid))).toEqual([
    uids.slice(0, 2),
    uids.slice(2, 5),
    uids.slice(5),
  ]);
  const alerts = parts.flatMap((part) => part.alerts);
  expect(alerts.map(({ uid, keyword }) => `${uid} ${keyword}`)).toEqual(
    uids.flatMap((uid) => [`${uid} ${wholeAlert.keyword}`, `${uid} Trees`]),
  );
  expect(alerts[0]).toMatchObject(wholeAlert);
  const [one] = parts[0]!.people;
  expect(one!.preferences).toMatchObject({ ...wholePreferences, unmailedAtMs: null });
});

test('reads only what was created, changed, chosen, followed or not mailed since a moment', async () => {
  const [before, after] = [now - HOUR_MS, now].map((ms) => Timestamp.fromMillis(ms));
  const [created, resumed, chosen, unmailed, same] = uids as [
    string,
    string,
    string,
    string,
    string,
  ];
  await documents.seed({
    [`users/${created}/alerts/002`]: { keyword: 'New', createdAt: after },
    [`users/${resumed}/alerts/002`]: {
      keyword: 'Resumed',
      createdAt: before,
      paused: false,
      resumedAt: after,
    },
    [`users/${resumed}/alerts/003`]: {
      keyword: 'Changed -ads',
      language: 1,
      createdAt: before,
      changedAt: after,
    },
    [`users/${chosen}`]: { ...DEFAULT_PREFERENCES, cadence: 'weekly', updatedAt: after },
    [`users/${unmailed}`]: { ...DEFAULT_PREFERENCES, updatedAt: before, unmailedAt: after },
    [`users/${created}`]: {
      ...DEFAULT_PREFERENCES,
      updatedAt: before,
      followedShows: ['8d1e6c2b7f9e0a413f0c'],
      showsChangedAt: after,
    },
    [`users/${same}`]: { ...DEFAULT_PREFERENCES, updatedAt: before },
    [`users/${resumed}/alerts/004`]: {
      keyword: 'Notes',
      createdAt: before,
      spoken: false,
      changedAt: after,
    },
    [`users/${same}/alerts/000`]: {
      keyword: 'Old',
      createdAt: before,
      resumedAt: before,
      changedAt: before,
    },
  });
  const changes = ours((await (await source()).changedSince(now))!);
  expect(changes.alerts.map(({ uid, keyword, sinceMs }) => [uid, keyword, sinceMs])).toEqual([
    [created, 'New', now],
    [resumed, 'Resumed', now],
    [resumed, 'Changed -ads', now - HOUR_MS],
    [resumed, 'Notes', now - HOUR_MS],
  ]);
  expect(changes.alerts.map(({ spoken }) => spoken)).toEqual([
    undefined,
    undefined,
    undefined,
    false,
  ]);
  expect(changes.people).toMatchObject([
    { uid: chosen, preferences: { cadence: 'weekly', updatedAtMs: now } },
    { uid: unmailed, preferences: { unmailedAtMs: now } },
    { uid: created, preferences: { followedShows: ['8d1e6c2b7f9e0a413f0c'] } },
  ]);
});
