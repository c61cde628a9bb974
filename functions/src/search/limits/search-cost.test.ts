import { expect, test } from 'vitest';
import { searchCost } from './search-cost.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

test.each([
  ['a name', ['Sam Altman'], 1],
  ['what an entity’s page searches for', ['Bessemer Venture Partners', 'Bessemer Venture'], 1],
  ['ten words', [words(4), words(6)], 1],
  ['eleven words', [words(5), words(6)], 2],
  ['as many words as a search takes', [words(20), words(20), words(20)], 6],
  ['nothing that could be found', ['…'], 1],
])('%s', (_name, keywords, units) => {
  expect(searchCost(keywords)).toBe(units);
});
