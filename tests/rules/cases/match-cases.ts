import {
  collection,
  doc,
  getDocs,
  limit,
  orderBy,
  query,
  serverTimestamp,
  Timestamp,
  updateDoc,
  where,
} from 'firebase/firestore/lite';
import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

const policy =
  'A person reads and deletes their matches and notes that they opened one; only the server writes the rest.';

const data = { alert: '007-1', query: { keyword: 'openai' }, foundAt: new Date(0), count: 3 };
const match = (key: string) => ({ path: `users/ada/matches/${sha256(key)}`, data });

const update = (
  sentence: string,
  verdict: RuleCase['verdict'],
  fields: Record<string, unknown>,
): RuleCase => ({
  policy,
  sentence,
  caller: { uid: 'ada' },
  verdict,
  seeds: [match(sentence)],
  ask: (store) => updateDoc(doc(store, match(sentence).path), fields),
});

export const MATCH_CASES: RuleCase[] = [
  ...accessCases({
    policy,
    what: 'a match',
    opened: ['get', 'list', 'update', 'delete'],
    example: match,
    change: { openedAt: serverTimestamp() },
  }),
  {
    policy,
    sentence: 'the newest matches of an alert are listed',
    caller: { uid: 'ada' },
    verdict: 'allowed',
    seeds: [],
    ask: (store) =>
      getDocs(
        query(
          collection(store, 'users/ada/matches'),
          where('alert', '==', '007-1'),
          orderBy('foundAt', 'desc'),
          limit(50),
        ),
      ),
  },
  update('a match cannot be opened at another time', 'denied', {
    openedAt: Timestamp.fromMillis(5),
  }),
  update('a match cannot be marked as unread', 'denied', { openedAt: null }),
  update('a text of a match cannot be changed', 'denied', {
    openedAt: serverTimestamp(),
    count: 4,
  }),
];
