import { doc, getDoc } from 'firebase/firestore/lite';
import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

const policy =
  'A person reads when their alerts were last emailed; no client writes that or reads another document here.';

const data = { alerts: {}, episodes: {} };

/** Each person has only one such document. */
export const PENDING_CASES: RuleCase[] = [
  ...accessCases({
    policy,
    what: 'the last emails',
    opened: ['get'],
    example: (key) => ({ path: `users/ada-${sha256(key)}/ledger/pending`, data }),
  }),
  ...['sent', 'f3k9', 'pending-f3k9'].map((id): RuleCase => {
    const path = `users/ada-${id}/ledger/${id}`;
    return {
      policy,
      sentence: `get of the owner’s ${id} is denied`,
      caller: { uid: `ada-${id}` },
      verdict: 'denied',
      seeds: [{ path, data }],
      ask: (store) => getDoc(doc(store, path)),
    };
  }),
];
