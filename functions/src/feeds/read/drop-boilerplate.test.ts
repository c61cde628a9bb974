import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { feedItem, NOW } from '../../catalogue/testing/test-catalogue.ts';
import { dropBoilerplate } from './drop-boilerplate.ts';

const SPONSOR = 'Brought to you by Acme rockets.';

/** Takes notes from newest to oldest, and returns what is left of each. */
function left(...notes: string[]): string[] {
  const items = notes.map((description, day) =>
    feedItem({ description, publishedAtMs: NOW - day * DAY_MS }),
  );
  return dropBoilerplate(items).map(({ description }) => description);
}

const about = (count: number, behind = '') =>
  Array.from({ length: count }, (_, at) => `A talk about planet ${at}.${behind}`);

test('drops a sentence that half of the newest twelve episodes have', () => {
  expect(left(...about(6, ` ${SPONSOR}`), ...about(20))).toEqual([...about(6), ...about(20)]);
  const five = [...about(5, ` ${SPONSOR}`), ...about(20)];
  expect(left(...five)).toEqual(five);
});

test('drops boilerplate from older episodes, too', () => {
  expect(left(...about(12, `\n${SPONSOR}`), 'An old talk.', `${SPONSOR}\nA talk.`)).toEqual([
    ...about(12),
    'An old talk.',
    'A talk.',
  ]);
});

test('learns nothing from fewer than six episodes', () => {
  expect(left(...about(5, ` ${SPONSOR}`))).toEqual(about(5, ` ${SPONSOR}`));
  expect(left(...about(6, ` ${SPONSOR}`))).toEqual(about(6));
});

test('keeps sentences that differ by a word or repeat within one episode', () => {
  const numbered = Array.from({ length: 12 }, (_, at) => `Brought to you by sponsor ${at}.`);
  expect(left(...numbered)).toEqual(numbered);
  const often = [`${SPONSOR} `.repeat(12).trim(), ...about(11)];
  expect(left(...often)).toEqual(often);
});

test('drops addresses and accounts from a single episode', () => {
  expect(left('A talk. More at https://show.example/42 and @show.')).toEqual([
    'A talk. More at and.',
  ]);
});

test('empties notes that are the same in every episode', () => {
  expect(left(...Array<string>(12).fill('The news, every day.'))).toEqual(Array(12).fill(''));
});

test('removes text and adds none for any notes', () => {
  const sentence = fc.constantFrom(
    'One.',
    'Two is here.',
    'See www.a.example now.',
    '\n',
    '  ',
    '😀 x',
  );
  const notes = fc.array(sentence, { maxLength: 8 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.array(notes, { minLength: 1, maxLength: 14 }), (all) => {
      const kept = left(...all);
      for (const [at, text] of kept.entries()) {
        const whole = all[at] ?? '';
        let from = 0;
        for (const letter of text) {
          from = whole.indexOf(letter, from) + letter.length;
          expect(from).toBeGreaterThan(0);
        }
        expect(text.length).toBeLessThanOrEqual(whole.length);
      }
    }),
  );
});
