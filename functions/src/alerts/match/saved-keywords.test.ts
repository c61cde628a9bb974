import { expect, test } from 'vitest';
import {
  isForNames,
  isForNotesOnly,
  isOnlyAbout,
  marksOf,
  normalFormIn,
  queryKey,
  storedKey,
} from './saved-keywords.ts';

const keyOf = (keyword: string, choice: object = {}) => queryKey({ keyword, ...choice });

test('equivalent keywords have the same key, and a keyword of signs has none', () => {
  expect(['openai!', 'Openai', 'OPENAI'].map((each) => keyOf(each))).toEqual(
    Array.from({ length: 3 }, () => 'openai'),
  );
  expect(['OpenAI', ' OpenAI!'].map((each) => keyOf(each))).toEqual(['openAi', 'openAi']);
  expect(keyOf('?!')).toBeNull();
});

test('a keyword is parsed as a query if it has a language, else as adjacent words', () => {
  expect(keyOf('e-mail -5')).toBe('e-mail 5');
  expect(keyOf('e-mail -5', { language: 1 })).toBe('+"e-mail" -"5"');
  expect(keyOf('OpenAI', { language: 1 })).toBe('openAi');
});

test('each option of an alert changes the key, but not the normal form', () => {
  const choices = [{}, { spoken: false }, { onlyAbout: true }, { spoken: false, onlyAbout: true }];
  const keys = choices.map((choice) => keyOf('OpenAI!', choice) ?? '');
  expect(new Set(keys).size).toBe(4);
  expect(keys.map(normalFormIn)).toEqual(Array.from({ length: 4 }, () => 'openAi'));
  expect(keys.map(isForNotesOnly)).toEqual([false, true, false, true]);
  expect(keys.map(isOnlyAbout)).toEqual([false, false, true, true]);
  expect(keys.map(marksOf)).toEqual([0, 1, 2, 3]);
  expect(keys.map(isForNames)).toEqual([false, false, true, true]);
  expect(marksOf(keyOf('openai', { onlyAbout: true }) ?? '')).toBe(1);
  expect(storedKey(keys[3] ?? '')).toBe(keyOf('openAi', choices[3]));
});
