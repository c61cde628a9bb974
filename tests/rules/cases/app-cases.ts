import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

export const APP_CASES: RuleCase[] = accessCases({
  policy:
    'A person reads the names and scopes of their connected apps; only the server writes them and reads their hashes.',
  what: 'a connected app',
  opened: ['get', 'list'],
  example: (key) => ({
    path: `users/ada/apps/${sha256(key).slice(0, 20)}`,
    data: { name: 'Claude', host: 'claude.ai', scopes: ['read'] },
  }),
});
