import {
  assertFails,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  addDoc,
  collection,
  deleteDoc,
  doc,
  type Firestore,
  getDoc,
  getDocs,
  setDoc,
  setLogLevel,
  updateDoc,
} from 'firebase/firestore';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firestoreAddress, projectId } from '../support/stack.ts';

const OWNER = 'ada';
const SEEDED = [
  `users/${OWNER}`,
  `users/${OWNER}/alerts/first`,
  `users/${OWNER}/bookmarks/first`,
  'system/cursor',
  'digests/first',
  'anything/at-all',
];

let environment: RulesTestEnvironment;

beforeAll(async () => {
  // Every denial expected here would be told at length.
  setLogLevel('silent');
  const rules = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
  const firestore = { ...firestoreAddress(), rules };
  environment = await initializeTestEnvironment({ projectId: projectId(), firestore });
});

beforeEach(async () => {
  await environment.clearFirestore();
  await environment.withSecurityRulesDisabled(async (context) => {
    const store = context.firestore() as unknown as Firestore;
    for (const path of SEEDED) await setDoc(doc(store, path), { kept: true });
  });
});

afterAll(() => environment.cleanup());

function storeOf(who: 'owner' | 'another person' | 'nobody'): Firestore {
  const context = {
    owner: () => environment.authenticatedContext(OWNER, { email_verified: true }),
    'another person': () => environment.authenticatedContext('grace'),
    nobody: () => environment.unauthenticatedContext(),
  }[who]();
  return context.firestore() as unknown as Firestore;
}

describe('nothing is stored for people yet: every path is closed to every client, signed in or not', () => {
  const cases = (['owner', 'another person', 'nobody'] as const).flatMap((who) =>
    SEEDED.map((path) => ({ who, path })),
  );

  test.each(cases)('$who can neither read nor write $path', async ({ who, path }) => {
    const store = storeOf(who);
    const document = doc(store, path);
    const parent = collection(store, path.split('/').slice(0, -1).join('/'));
    await assertFails(getDoc(document));
    await assertFails(getDocs(parent));
    await assertFails(setDoc(document, { kept: false }));
    await assertFails(updateDoc(document, { kept: false }));
    await assertFails(deleteDoc(document));
    await assertFails(addDoc(parent, { kept: false }));
  });

  test('the same documents are there, untouched, where the rules do not apply', async () => {
    await environment.withSecurityRulesDisabled(async (context) => {
      const store = context.firestore() as unknown as Firestore;
      for (const path of SEEDED) {
        expect((await getDoc(doc(store, path))).data()).toEqual({ kept: true });
      }
    });
  });
});
