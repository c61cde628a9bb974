import { collection, getDocs, limit, orderBy, query } from 'firebase/firestore/lite';
import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

const policy = 'A person reads their delivery history; no client writes it.';

export const DELIVERY_CASES: RuleCase[] = [
  ...accessCases({
    policy,
    what: 'a delivery',
    opened: ['get', 'list'],
    example: (key) => ({
      path: `users/ada/deliveries/${sha256(key)}`,
      data: { state: 'sent', at: new Date(0), subject: 'News', code: null, alerts: [] },
    }),
  }),
  {
    policy,
    sentence: 'the newest deliveries of a person are listed',
    caller: { uid: 'ada' },
    verdict: 'allowed',
    seeds: [],
    ask: (store) =>
      getDocs(query(collection(store, 'users/ada/deliveries'), orderBy('at', 'desc'), limit(20))),
  },
];
