import { expect, test } from 'vitest';
import { keywordProblem } from './keyword-problem.ts';

test('a keyword that is there already is refused, whatever its case and the space around it', () => {
  const refused = 'You already have an alert for this keyword';
  expect(keywordProblem(' openai ', ['OpenAI'])).toBe(refused);
  expect(keywordProblem('OPENAI', ['a16z', 'openai'])).toBe(refused);
  expect(keywordProblem('open ai', ['OpenAI'])).toBeNull();
});

test('a keyword is refused when it is longer than a search may be', () => {
  expect(keywordProblem('x'.repeat(200), [])).toBeNull();
  expect(keywordProblem('x'.repeat(201), [])).toMatch(/at most 200 characters/);
});

test('a keyword is refused when no search could take all of its words', () => {
  expect(keywordProblem('the '.repeat(20), [])).toBeNull();
  expect(keywordProblem('the '.repeat(21), [])).toBe(
    'A keyword or phrase can have at most 20 words',
  );
});
