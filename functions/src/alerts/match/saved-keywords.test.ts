import { expect, test } from 'vitest';
import { isForNotesOnly, isOnlyAbout, marksOf, normalFormIn, queryKey } from './saved-keywords.ts';

const keyOf = (keyword: string, choice: object = {}) => queryKey({ keyword, ...choice });

test('keywords that match the same have one key, and one of signs only has none', () => {
  expect(['openai!', 'OpenAI', 'OPENAI'].map((each) => keyOf(each))).toEqual(
    Array.from({ length: 3 }, () => 'openai'),
  );
  expect(keyOf('?!')).toBeNull();
});

test('an alert means what its language says; without one, its words side by side', () => {
  expect(keyOf('e-mail -5')).toBe('e-mail 5');
  expect(keyOf('e-mail -5', { language: 1 })).toBe('+"e-mail" -"5"');
  expect(keyOf('OpenAI', { language: 1 })).toBe('openai');
});

test('each choice of an alert makes another key of the same words', () => {
  const choices = [{}, { spoken: false }, { onlyAbout: true }, { spoken: false, onlyAbout: true }];
  const keys = choices.map((choice) => keyOf('OpenAI!', choice) ?? '');
  expect(new Set(keys).size).toBe(4);
  expect(keys.map(normalFormIn)).toEqual(Array.from({ length: 4 }, () => 'openai'));
  expect(keys.map(isForNotesOnly)).toEqual([false, true, false, true]);
  expect(keys.map(isOnlyAbout)).toEqual([false, false, true, true]);
  expect(keys.map(marksOf)).toEqual([0, 1, 1, 2]);
});
