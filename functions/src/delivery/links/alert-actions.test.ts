import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { alertIdentity, HOUR_MS } from '../../contract/index.ts';
import { firestoreDocuments, memoryFirestore } from '../../testing/memory-firestore.ts';
import { stopAlert } from './alert-actions.ts';

const CREATED_MS = Date.now() - 24 * HOUR_MS;
const GRANT = {
  kind: 'stop-alert' as const,
  uid: 'ada',
  alertId: alertIdentity('000', CREATED_MS),
};

test('an undone pause leaves the alert as it was, but marked as changed', async () => {
  const firestore = memoryFirestore(firestoreDocuments(), { now: () => Date.now() });
  const alert = firestore.doc('users/ada/alerts/000');
  const saved = { keyword: 'ledgers', createdAt: Timestamp.fromMillis(CREATED_MS) };
  await alert.set(saved);
  const press = (button: 'apply' | 'undo') =>
    firestore.runTransaction(async (transaction) => {
      const found = await stopAlert.read(transaction, GRANT, firestore);
      await stopAlert[button]!(transaction, GRANT, found!);
    });
  await press('apply');
  expect((await alert.get()).data()).toMatchObject({ paused: true });
  await press('undo');
  // The time of the change makes the next run look for matches that are pending.
  expect((await alert.get()).data()).toEqual({
    ...saved,
    paused: false,
    changedAt: expect.any(Timestamp) as unknown,
  });
});
