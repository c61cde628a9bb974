import { collectionGroup, getDocs, query, where } from 'firebase/firestore/lite';
import { methodCase } from './method-case.ts';
import { type Caller, METHODS, type RuleCase, type Verdict } from './rule-case.ts';
import { sha256 } from './sha256.ts';

const policy = 'Everything that no rule below allows is denied to every client.';

const CALLERS: Record<string, Caller> = {
  'a person': { uid: 'ada' },
  nobody: 'nobody',
  'the server': 'the server',
};

const CLOSED_COLLECTIONS = [
  'digests',
  'rateLimits',
  'suppressions',
  'system',
  'mailEvents',
  'moments',
  'channels',
  'channelSecrets',
  'feedTokens',
  'feedItems',
  'hubSubscriptions',
  'apiKeys',
  'apps',
  'anything',
  'alerts',
  'shows',
  'users/ada/anything',
  'users/ada/ledger',
  'users/ada/alerts/first/anything',
];

const GROUPS = [
  'alerts',
  'bookmarks',
  'shows',
  'channels',
  'apiKeys',
  'apps',
  'deliveries',
  'digests',
  'ledger',
  'matches',
];

function verdictFor(caller: Caller): Verdict {
  return caller === 'the server' ? 'allowed' : 'denied';
}

const methodCases = CLOSED_COLLECTIONS.flatMap((collection) =>
  METHODS.flatMap((method) =>
    Object.entries(CALLERS).map(([by, caller]) => {
      const path = `${collection}/${sha256(`${method} by ${by}`)}`;
      const document = { path, data: { keyword: 'graph databases' } };
      const verdict = verdictFor(caller);
      return methodCase({ policy, method, what: collection, by, caller, verdict, document });
    }),
  ),
);

const groupCases = GROUPS.flatMap((group) =>
  Object.entries(CALLERS).flatMap(([by, caller]): RuleCase[] => {
    const listing = { policy, caller, verdict: verdictFor(caller), seeds: [] };
    return [
      {
        ...listing,
        sentence: `list of all ${group} by ${by} is ${listing.verdict}`,
        ask: (store) => getDocs(collectionGroup(store, group)),
      },
      {
        ...listing,
        sentence: `list of the ${group} of one keyword by ${by} is ${listing.verdict}`,
        ask: (store) =>
          getDocs(query(collectionGroup(store, group), where('keyword', '==', 'graph databases'))),
      },
    ];
  }),
);

export const CLOSED_CASES: RuleCase[] = [...methodCases, ...groupCases];
