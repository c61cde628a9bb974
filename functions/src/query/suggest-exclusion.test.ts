import { expect, test } from 'vitest';
import { suggestExclusion } from './suggest-exclusion.ts';

const match = (title: string, podcast: string, text = '') => ({ title, podcast, text });

const APPLES = [
  match('Apple’s iPhone event', 'Hard Fork', 'A new phone with a better camera.'),
  match('What the iPhone costs Apple', 'The Daily', 'Tariffs and a phone.'),
  match('Apple cider at home', 'Garden Talk', 'Press apples for cider.'),
  match('The old apple trees', 'Orchard', 'On cider, and grafting.'),
  match('Apple and privacy', 'Lex', 'What is collected.'),
];

test('suggests a word of several shows that most matches lack', () => {
  expect(suggestExclusion({ keyword: 'apple' }, APPLES)).toBe('iphone');
  expect(suggestExclusion({ keyword: 'apple -iphone', language: 1 }, APPLES)).toBe('cider');
});

test('suggests no word of the alert itself', () => {
  expect(suggestExclusion({ keyword: 'Apple iPhone' }, APPLES)).toBe('cider');
});

test('suggests no word of a single show or of a show’s name', () => {
  const same = APPLES.map((each) => ({ ...each, podcast: 'Hard Fork' }));
  expect(suggestExclusion({ keyword: 'apple' }, same)).toBeNull();
  const named = [
    match('Apple', 'Cider Weekly', 'About cider.'),
    match('Apple', 'Cider House', 'More cider.'),
    ...[1, 2, 3].map((number) => match('Apple', `Show ${number}`)),
  ];
  expect(suggestExclusion({ keyword: 'apple' }, named)).toBeNull();
});

test('suggests no word of more than half of the matches', () => {
  const [one, two, ...others] = APPLES;
  expect(
    suggestExclusion({ keyword: 'apple' }, [one!, two!, one!, two!, ...others.slice(0, 1)]),
  ).toBeNull();
});

test('suggests no common, short or numbered word, and nothing for three matches', () => {
  const common = ['A', 'B', 'C', 'D'].map((podcast) =>
    match(
      'Apple',
      podcast,
      podcast < 'C' ? 'This week on the podcast: 2026, the FBI and gpt4.' : '',
    ),
  );
  expect(suggestExclusion({ keyword: 'apple' }, common)).toBeNull();
  expect(suggestExclusion({ keyword: 'apple' }, APPLES.slice(0, 3))).toBeNull();
});

test('prefers words of titles in any order of matches', () => {
  const matches = [
    match('Grafting', 'A', 'apple, bark'),
    match('Grafting again', 'B', 'apple, bark'),
    match('Apple', 'C', 'abacus'),
    match('Apple', 'D', 'abacus'),
  ];
  expect(suggestExclusion({ keyword: 'apple' }, matches)).toBe('grafting');
  expect(suggestExclusion({ keyword: 'apple' }, [...matches].reverse())).toBe('grafting');
});
