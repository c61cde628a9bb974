import { Timestamp } from 'firebase/firestore/lite';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../functions/src/contract/index.ts';
import { firestoreOutbox } from '../../functions/src/alerts/outbox/firestore-outbox.ts';
import { digestId } from '../../functions/src/alerts/outbox/digest.ts';
import { queuedProgress } from '../../functions/src/alerts/outbox/digest-progress.ts';
import { withDigest } from '../../functions/src/alerts/outbox/ledger.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { projectId } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const now = Date.UTC(2026, 10, 21, 12);

// A database of its own: the schedules that other files run would see to these digests too.
beforeAll(() => {
  process.env['GCLOUD_PROJECT'] = `${projectId()}-outbox`;
});

const documents = useDocuments();
const store = async () => firestoreOutbox(await database());
const person = (name: string) => `${name}-${process.pid}-${Date.now()}`;

test('people are found by the hour they chose and their zone, and their alerts read', async () => {
  const [one, two, three] = ['one', 'two', 'three'].map(person) as [string, string, string];
  const createdAt = Timestamp.fromMillis(now);
  await documents.seed({
    [`users/${one}`]: { hour: 8, timeZone: 'Asia/Kathmandu' },
    [`users/${two}`]: { hour: 8, timeZone: 'Asia/Katmandu' },
    [`users/${three}`]: { hour: 9, timeZone: 'Asia/Kathmandu' },
    [`users/${one}/alerts/a`]: { keyword: 'Graphs', createdAt },
    [`users/${one}/alerts/b`]: { keyword: 'Paused', createdAt, paused: true },
    [`users/${two}/alerts/c`]: { keyword: 'Trees', createdAt },
  });
  const { peopleAt, activeAlertsOf } = await store();
  const timeZones = ['Asia/Kathmandu', 'Asia/Katmandu'];
  const found = await peopleAt({ hour: 8, timeZones });
  expect(found).toEqual(expect.arrayContaining([one, two]));
  expect(found).not.toContain(three);
  const alerts = [];
  for await (const alert of activeAlertsOf([two, three, one])) alerts.push(alert);
  expect(alerts).toEqual([
    { uid: two, alertId: 'c', keyword: 'Trees', sinceMs: now },
    { uid: one, alertId: 'a', keyword: 'Graphs', sinceMs: now },
  ]);
});

test('a digest that is to wait is made only when the one before it is no longer on its way', async () => {
  const uid = person('waiting');
  const { createDigest } = await store();
  const create = (slotMs: number, waitForLast: boolean) =>
    createDigest({
      ...{ id: digestId(uid, slotMs), uid, waitForLast },
      decide: (ledger) => ({
        digest: { uid, slotMs, cadence: 'hourly', sections: [], ...queuedProgress(now) },
        ledger: withDigest(ledger, new Uint8Array(), {
          digestId: digestId(uid, slotMs),
          atMs: slotMs,
        }),
      }),
    });
  expect(await create(now, true)).toBe('created');
  expect(await create(now + HOUR_MS, true)).toBe('waits');
  expect(await create(now + HOUR_MS, false)).toBe('created');
  const path = `digests/${digestId(uid, now + HOUR_MS)}`;
  expect(await create(now + 2 * HOUR_MS, true)).toBe('waits');
  await documents.seed({ [path]: { ...(await documents.read(path)), state: 'sent' } });
  expect(await create(now + 2 * HOUR_MS, true)).toBe('created');
  await documents.remove(`digests/${digestId(uid, now + 2 * HOUR_MS)}`);
  expect(await create(now + 3 * HOUR_MS, true)).toBe('created');
});
