import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { afterAll, expect, test } from 'vitest';
import { MATCHES_A_PAGE, type StoredMatch } from '../../functions/src/contract/index.ts';
import { sampleMatch } from '../../web/src/shared/testing/fake-matches.ts';
import { untilReady } from '../../web/src/shared/testing/until-ready.ts';
import { describeMemberMatches } from '../../web/src/shared/testing/member-matches-contract.ts';
import { describeMemberData } from '../../web/src/shared/testing/member-data-contract.ts';
import { createMemberData } from '../../web/src/shared/data/firestore/firestore-member-data.ts';
import { firestoreAddress, projectId } from '../support/stack.ts';
import { unique } from '../support/unique.ts';
import { useDocuments } from '../support/use-documents.ts';

const apps: FirebaseApp[] = [];
const documents = useDocuments();

afterAll(() => Promise.all(apps.map((app) => deleteApp(app))));

function dataOf(uid: string) {
  const app = initializeApp({ projectId: projectId() }, uid);
  apps.push(app);
  const { host, port } = firestoreAddress();
  const firestore = getFirestore(app);
  connectFirestoreEmulator(firestore, host, port, { mockUserToken: { user_id: uid } });
  return createMemberData(firestore, uid);
}

// Tests the same contract as the fake in the pages' tests, but with the real rules.
describeMemberData(() => dataOf(`member-${unique()}`));

test('reads pending matches as the server stored them, and none before', async () => {
  const uid = `member-${unique()}`;
  const { pending, close } = dataOf(uid);
  // The matches and the last emails are two documents, which may arrive one after the other.
  const read = (count: number) =>
    untilReady(
      pending,
      ([now]) => now?.alerts.length === count && Object.keys(now.last).length === count,
    );
  await read(0);
  const facts = { title: 'On ledgers', podcast: 'Data', link: '', pubDateMs: 5, ingestedAtMs: 6 };
  const match = { alert: '017-14', waiting: ['mail'], foundAt: new Date(7) };
  const lastMatch = { atMs: 9, episodes: 3 };
  await documents.seed({
    [`users/${uid}/ledger/pending`]: { last: { '017-14': lastMatch } },
    [`users/${uid}/matches/${'0'.repeat(20)}`]: {
      ...match,
      facts: { ...facts, id: 1, item: 'feed 1' },
      episode: { id: 'key' },
    },
    [`users/${uid}/matches/${'1'.repeat(20)}`]: { ...match, waits: { mail: 2 } },
    [`users/${uid}/matches/${'2'.repeat(20)}`]: { ...match, waiting: ['hook'], waits: { hook: 2 } },
  });
  expect(await read(1)).toEqual([
    {
      alerts: [{ alertId: '017-14', matches: [{ key: 'key', ...facts }], moreCount: 2 }],
      last: { '017-14': lastMatch },
    },
  ]);
  close();
});

/** A match as the server stores it. */
const storedFields = ({ id: _, foundAtMs, ...match }: StoredMatch) => ({
  ...match,
  foundAt: new Date(foundAtMs),
});

describeMemberMatches(async (matches) => {
  const uid = `member-${unique()}`;
  const stored = matches.map((match): [string, object] => [
    `users/${uid}/matches/${match.id}`,
    storedFields(match),
  ]);
  await documents.seed(Object.fromEntries(stored));
  return dataOf(uid);
});

test('reads on after a page whose last match is malformed', async () => {
  const uid = `member-${unique()}`;
  const data = dataOf(uid);
  const idOf = (number: number) => String(number).padStart(20, '0');
  const total = MATCHES_A_PAGE + 10;
  const stored = Array.from({ length: total }, (_, at): [string, object] => [
    `users/${uid}/matches/${idOf(at)}`,
    at === total - MATCHES_A_PAGE ? { foundAt: new Date(7) } : storedFields(sampleMatch(at, 7)),
  ]);
  await documents.seed(Object.fromEntries(stored));
  const newest = await data.readMatches(null);
  const older = await data.readMatches(newest.next);
  const lengths = [newest.matches.length, older.matches.length, older.next];
  expect(lengths).toEqual([MATCHES_A_PAGE - 1, 10, null]);
  data.close();
});
