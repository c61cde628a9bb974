import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readKeywords } from './read-keywords.ts';

test.each([
  ['openai', ['openai']],
  [' OpenAI ,  Sam   Altman ,, ', ['OpenAI', 'Sam Altman']],
  ['a,A, a ', ['a']],
  ['openai，anthropic', ['openai', 'anthropic']],
  ['人工知能、半導体､GPU', ['人工知能', '半導体', 'GPU']],
  ['الذكاء، الطاقة', ['الذكاء', 'الطاقة']],
  ['ሰላም፣ጤና﹐a﹑b', ['ሰላም', 'ጤና', 'a', 'b']],
  ['a；b; c', ['a；b; c']],
  ['C++, U.S., "quoted"', ['C++', 'U.S.', '"quoted"']],
])('reads %j as %j', (text, keywords) => {
  expect(readKeywords(text)).toEqual({ ok: true, keywords });
});

test.each(['', '   ', ',', ' , ,\n', '、，'])('refuses %j as blank', (text) => {
  expect(readKeywords(text)).toEqual({
    ok: false,
    problem: 'Please enter at least one keyword or phrase',
  });
});

test('refuses more than 20 keywords and more than 200 characters', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`).join();
  expect(readKeywords(many(20)).ok).toBe(true);
  expect(readKeywords(many(21))).toMatchObject({
    problem: 'Please enter at most 20 keywords or phrases',
  });
  expect(readKeywords('x'.repeat(200)).ok).toBe(true);
  expect(readKeywords('x'.repeat(201))).toMatchObject({
    problem: 'A keyword or phrase can have at most 200 characters',
  });
});

test('refuses more than 20 words in a phrase and more than 60 words in total', () => {
  const words = (count: number) => Array.from({ length: count }, (_, word) => `w${word}`).join(' ');
  const phrases = (count: number) => Array.from({ length: count }, (_, at) => `${words(19)} ${at}`);
  expect(readKeywords(words(20)).ok).toBe(true);
  expect(readKeywords(words(21))).toEqual({
    ok: false,
    problem: 'A keyword or phrase can have at most 20 words',
  });
  expect(readKeywords(phrases(3).join()).ok).toBe(true);
  expect(readKeywords(`${phrases(3).join()}, one`)).toEqual({
    ok: false,
    problem: 'Please enter at most 60 words in all',
  });
});

test('splits any text into trimmed, non-empty keywords that read back the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(',', ' ', 'a', 'B', '\t', '"', '😀') }),
      (text) => {
        const read = readKeywords(text);
        if (!read.ok) return;
        for (const keyword of read.keywords) expect(keyword).toMatch(/^[^,\s]([^,]*[^,\s])?$/u);
        expect(readKeywords(read.keywords.join(', '))).toEqual(read);
      },
    ),
  );
});
