import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

export const SHOW_CASES: RuleCase[] = accessCases({
  policy:
    'A person reads the shows they follow; only the server writes them, together with the number of followers.',
  what: 'a followed show',
  opened: ['get', 'list'],
  example: (key) => ({
    path: `users/ada/shows/${sha256(key).slice(0, 20)}`,
    data: { feedUrl: 'https://show.example/feed', title: 'Show', followedAt: new Date(0) },
  }),
});
