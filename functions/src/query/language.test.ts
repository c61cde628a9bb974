import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns, timesSeen } from '../test-runs.ts';
import { languageCode, languageName } from './language.ts';

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['pt-BR', 'pt'],
  ['EN_us', 'en'],
  [' en-us ', 'en'],
  ['zh-Hans-TW', 'zh'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['eng', 'en'],
  ['iw', 'he'],
  ['in', 'id'],
  ['tl', 'fil'],
  ['cmn-CN', 'zh'],
  ['nb-NO', 'no'],
  ['nn', 'no'],
  ['no', 'no'],
  ['German', 'de'],
  ['ENGLISH', 'en'],
  ['English (US)', 'en'],
  ['en, de', 'en'],
  ['yue', 'yue'],
])('reads “%s” as the language %s', (written, code) => {
  expect(languageCode(written)).toBe(code);
});

test.each([
  '',
  ' ',
  'xx',
  'qq-DE',
  'und',
  'mul',
  'zxx',
  'mis',
  'x-klingon',
  'i-default',
  'c++',
  'd',
  'Klingon',
  'none',
  '🚀',
  'de*',
  'de\0',
  '\0de',
  '12',
  'en1',
  '__proto__',
  'constructor',
])('reads “%s” as no language', (written) => {
  expect(languageCode(written)).toBeNull();
});

test('languageName returns the English name', () => {
  expect(['de', 'pt', 'no', 'fil'].map(languageName)).toEqual([
    'German',
    'Portuguese',
    'Norwegian',
    'Filipino',
  ]);
  expect(['xx', 'und'].map(languageName)).toEqual([undefined, undefined]);
});

test('any code is letters, has a name and is its own code', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'd', 'e', 'i', 'n', 's', '-', '_', ' '),
    maxLength: 5,
  });
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(letters, fc.string({ unit: 'binary' })), (written) => {
      const code = languageCode(written);
      if (code === null) return;
      found += 1;
      expect(code).toMatch(/^[a-z]{2,3}$/);
      expect(languageName(code)).toBeDefined();
      expect(languageCode(code)).toBe(code);
    }),
    { numRuns: fuzzRuns(1000) },
  );
  expect(found).toBeGreaterThan(timesSeen(20));
});
