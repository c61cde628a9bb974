import { expect, test } from 'vitest';
import { sayQuestion } from './say-question.ts';

const answer = { episodes: [], total: 0 };

test('an answer repeats a question that is more than words', () => {
  expect(sayQuestion(answer, ['openai', '-sponsor'])).toEqual({
    ...answer,
    asked: 'Searching for episodes that mention openai, but not sponsor.',
  });
  expect(sayQuestion(answer, ['-sponsor']).asked).toMatch(/^There is nothing to look for/);
});

test('of notes alone it says that nothing is said in them', () => {
  const [question] = [['openai', 'spoken:altman']];
  const asked = 'Searching for episodes that mention openai or altman in what is said.';
  expect(sayQuestion(answer, question).asked).toBe(asked);
  expect(sayQuestion(answer, question, false).asked).toBe(
    `${asked} What is said is not searched here: “spoken:” finds nothing.`,
  );
  expect(sayQuestion(answer, ['openai -sponsor'], false).asked).not.toContain('spoken');
});

test('an answer to plain words is what it was', () => {
  expect(sayQuestion(answer, ['openai', '"Sam Altman"', 'e-mail'])).toBe(answer);
});
