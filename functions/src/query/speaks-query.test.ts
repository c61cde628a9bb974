import { expect, test } from 'vitest';
import { alertName } from './alert-query.ts';
import { describeQuery } from './format-query.ts';
import { namedKeywords, speakerOf, speaksQuery } from './speaks-query.ts';

test('asks for episodes in which somebody speaks, and says so', () => {
  const keyword = speaksQuery('Sam Altman');
  expect(describeQuery([keyword])).toBe('episodes with Sam Altman speaking');
  expect(alertName({ keyword, language: 2 })).toBe('Sam Altman speaking');
  expect(speakerOf({ keyword, language: 2 })).toBe('Sam Altman');
  expect(describeQuery(['Tobi Lütke', 'Sama'].map(speaksQuery))).toBe(
    'episodes with Tobi Lütke speaking or Sama speaking',
  );
});

test('asks for episodes that only name somebody', () => {
  expect(describeQuery(namedKeywords(['Sam Altman']))).toBe(
    'episodes that mention Sam Altman, but not Sam Altman speaking',
  );
});

test.each([
  ['Sam Altman', undefined],
  [speaksQuery('Sam Altman'), 1],
  [`${speaksQuery('Sam Altman')} OR ${speaksQuery('Sama')}`, 2],
  ['guest:"Sam Altman" OR by:"Sam"', 2],
] as const)('%s of language %s is no alert of one who speaks', (keyword, language) => {
  expect(speakerOf({ keyword, language })).toBeNull();
});
