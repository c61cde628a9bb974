import { expect, test } from 'vitest';
import { keywordProblem } from './keyword-problem.ts';

test('refuses an existing keyword regardless of case and surrounding blanks', () => {
  const refused = 'You already have an alert for this keyword';
  expect(keywordProblem(' openai ', [{ keyword: 'OpenAI' }])).toBe(refused);
  expect(keywordProblem('OPENAI', [{ keyword: 'a16z' }, { keyword: 'openai' }])).toBe(refused);
  expect(keywordProblem('open ai', [{ keyword: 'OpenAI' }])).toBeNull();
});

test.each([
  ['sam altman', '"sam altman" -show:"Tensor Weather"', true],
  ['"Sam  Altman"', 'sam altman', true],
  ['openai -sponsor', 'openai -show:Fork -Sponsor', true],
  ['openai -sponsor', 'openai', false],
  ['openai -sponsor', 'openai -ads', false],
  ['title:openai', 'openai', false],
  ['openai', 'openai OR a16z', false],
])('a wanted %s is a duplicate of %s: %s', (keyword, has, isThere) => {
  const problem = isThere ? 'You already have an alert for this keyword' : null;
  expect(keywordProblem(keyword, [{ keyword: has, language: 1 }])).toBe(problem);
});

test('refuses a keyword longer than a search can be', () => {
  expect(keywordProblem('x'.repeat(200), [])).toBeNull();
  expect(keywordProblem('x'.repeat(201), [])).toMatch(/at most 200 characters/);
});

test('refuses a keyword with more words than a search can have', () => {
  expect(keywordProblem('the '.repeat(20), [])).toBeNull();
  expect(keywordProblem('the '.repeat(21), [])).toBe(
    'A keyword or phrase can have at most 20 words',
  );
});
