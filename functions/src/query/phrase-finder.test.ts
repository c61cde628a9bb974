import { expect, test } from 'vitest';
import { phraseFinder } from './phrase-finder.ts';

test('a phrase without words matches nothing and hides no other match', () => {
  const signs = '\u{20AC}'.repeat(500);
  expect(phraseFinder([signs.slice(0, 3)])(signs)).toEqual([]);
  expect(phraseFinder([signs.slice(0, 3), 'ledger'])(`${signs} ledger`)).toEqual([
    { start: 501, end: 507 },
  ]);
});
