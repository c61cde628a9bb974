import { accessCases } from './access-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { sha256 } from './sha256.ts';

export const API_KEY_CASES: RuleCase[] = accessCases({
  policy:
    'A person reads the names and scopes of their keys; only the server writes them and reads their hashes.',
  what: 'a key of the API',
  opened: ['get', 'list'],
  example: (key) => ({
    path: `users/ada/apiKeys/${sha256(key).slice(0, 20)}`,
    data: { name: 'Script', scopes: ['read'], start: 'es_abcd' },
  }),
});
