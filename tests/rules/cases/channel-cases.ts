import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

export const CHANNEL_CASES: RuleCase[] = accessCases({
  policy:
    'A person reads their channels; only the server writes them, with secrets that no client reads.',
  what: 'a channel',
  opened: ['get', 'list'],
  example: (key) => ({
    path: `users/ada/channels/${sha256(key).slice(0, 20)}`,
    data: { kind: 'feed', name: 'Reader', host: '', alerts: 'all', state: 'on' },
  }),
});
