import { collection, documentId, getDocs, query, where } from 'firebase/firestore/lite';
import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

const policy =
  'A person reads their own document; no client writes it or lists the people there are.';

/** Requests for a person's own document. */
export const PERSON_CASES: RuleCase[] = [
  ...accessCases({
    policy,
    what: 'a person’s document',
    opened: ['get'],
    // A person has one document: each case has a person of its own.
    example: (key) => ({ path: `users/ada-${sha256(key)}`, data: { theme: 'dark' } }),
  }),
  {
    policy,
    sentence: 'a list of people narrowed to the one who asks is denied',
    caller: { uid: 'ada' },
    verdict: 'denied',
    seeds: [{ path: 'users/ada', data: { theme: 'dark' } }],
    ask: (store) => getDocs(query(collection(store, 'users'), where(documentId(), '==', 'ada'))),
  },
];

/** Requests for what was mailed to a person. */
export const DELIVERY_CASES: RuleCase[] = accessCases({
  policy: 'A person reads what was mailed to them; no client writes it.',
  what: 'a delivery',
  opened: ['get', 'list'],
  example: (key) => ({ path: `users/ada/deliveries/${sha256(key)}`, data: { episodes: 3 } }),
});
