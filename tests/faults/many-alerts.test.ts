import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getDocs,
  getFirestore,
  serverTimestamp,
  setLogLevel,
  writeBatch,
} from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_ALERTS, slotIds } from '../../functions/src/contract/index.ts';
import { firestoreAddress, projectId } from '../support/stack.ts';
import { recordFault, seconds } from './record-fault.ts';
import { unique } from '../support/unique.ts';

const TRIES = 20_000;
/** Number of single writes: every three-digit slot, and as many random ids. All other writes are batched. */
const SINGLE_TRIES = 2000;
const BATCH_SIZE = 500;
const AT_ONCE = 20;

const apps: FirebaseApp[] = [];

/** Opens Firestore as a signed-in person, without the site's checks. */
function storeOf(uid: string): Firestore {
  const { host, port } = firestoreAddress();
  const app = initializeApp({ projectId: projectId() }, uid);
  apps.push(app);
  const store = getFirestore(app);
  connectFirestoreEmulator(store, host, port, { mockUserToken: { user_id: uid } });
  return store;
}

const alertsOf = (store: Firestore, uid: string) => collection(store, `users/${uid}/alerts`);

async function save(store: Firestore, uid: string, ids: readonly string[]): Promise<number> {
  const batch = writeBatch(store);
  for (const id of ids) {
    batch.set(doc(alertsOf(store, uid), id), { keyword: 'the', createdAt: serverTimestamp() });
  }
  return batch.commit().then(
    () => ids.length,
    () => 0,
  );
}

function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

beforeAll(() => setLogLevel('silent'));
afterAll(() => Promise.all(apps.map((app) => deleteApp(app))));

test('stores at most the allowed alerts of one person while another saves theirs', async () => {
  const [mallory, ada] = [`mallory-${unique()}`, `ada-${unique()}`];
  const [theirs, hers] = [storeOf(mallory), storeOf(ada)];
  const ids = Array.from({ length: TRIES }, (_, number) =>
    number < SINGLE_TRIES && number % 2 === 0 ? slotIds(1000)[number / 2]! : `the-${number}`,
  );
  const tries = [
    ...inGroups(ids.slice(0, SINGLE_TRIES), 1),
    ...inGroups(ids.slice(SINGLE_TRIES), BATCH_SIZE),
  ];
  const waits: number[] = [];
  let saved = 0;
  const startedAt = performance.now();
  for (const [turn, wave] of inGroups(tries, AT_ONCE).entries()) {
    const saving = wave.map((tried) => save(theirs, mallory, tried));
    const askedAt = performance.now();
    expect(await save(hers, ada, [slotIds(MAX_ALERTS)[turn]!])).toBe(1);
    waits.push(performance.now() - askedAt);
    for (const count of await Promise.all(saving)) saved += count;
  }
  const tookMs = performance.now() - startedAt;
  expect(saved).toBe(MAX_ALERTS);
  expect((await getDocs(alertsOf(theirs, mallory))).size).toBe(MAX_ALERTS);
  expect((await getDocs(alertsOf(hers, ada))).size).toBe(waits.length);
  recordFault({
    fault: `${TRIES} alerts “the” tried by one signed-in person within ${seconds(tookMs)}, past the pages`,
    seen: `${saved} of them stored, all others refused; somebody else’s alerts saved meanwhile, half of them within ${seconds(median(waits))}, the slowest in ${seconds(Math.max(...waits))}`,
    lost: 'nothing',
    recovery: 'at once',
  });
});
