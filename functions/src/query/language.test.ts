import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns, timesSeen } from '../testing/fuzz-runs.ts';
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
  ['jp', 'ja'],
  ['JP', 'ja'],
  ['jp-JP', 'ja'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['cn', 'zh'],
  ['us', 'en'],
  ['gb', 'en'],
  ['ua', 'uk'],
  ['gr', 'el'],
  ['mx', 'es'],
  ['at', 'de'],
  ['iw-IL', 'he'],
  ['in-ID', 'id'],
  ['ji', 'yi'],
  ['Deutsch', 'de'],
  ['Deutsch (Schweiz)', 'de'],
  ['español', 'es'],
  ['Espanol', 'es'],
  ['ESPAÑOL', 'es'],
  ['espan\u0303ol', 'es'],
  ['français', 'fr'],
  ['Português (Brasil)', 'pt'],
  ['русский', 'ru'],
  ['日本語', 'ja'],
  ['中文', 'zh'],
  ['简体中文', 'zh'],
  ['한국어', 'ko'],
  ['ไทย', 'th'],
  ['العربية', 'ar'],
  ['עברית', 'he'],
  ['हिन्दी', 'hi'],
  ['தமிழ்', 'ta'],
  ['Tiếng Việt', 'vi'],
  ['Türkçe', 'tr'],
  ['Čeština', 'cs'],
  ['norsk bokmål', 'no'],
  ['Norwegian', 'no'],
  ['Japanese', 'ja'],
  ['Filipino', 'fil'],
  ['Brazilian Portuguese', 'pt'],
  ['Bahasa Indonesia', 'id'],
  ['Bahasa Melayu', 'ms'],
  ['kr', 'ko'],
  ['kr-KR', 'ko'],
  ['se-SE', 'se'],
  ['česky', 'cs'],
  ['Bokmål', 'no'],
  ['nynorsk', 'no'],
  ['中文（简体）', 'zh'],
  ['عربي', 'ar'],
  ['हिंदी', 'hi'],
  ['ภาษาไทย', 'th'],
  ['Tagalog', 'fil'],
  ['srpski', 'sr'],
  ['српски', 'sr'],
  ['Cantonese', 'yue'],
  ['粵語', 'yue'],
])('reads “%s” as the language %s', (written, code) => {
  expect(languageCode(written)).toBe(code);
});

test.each([
  '',
  ' ',
  'xx',
  'qq-DE',
  'zz',
  'un',
  'aq',
  'usa',
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
    unit: fc.constantFrom('a', 'd', 'e', 'i', 'j', 'k', 'n', 'p', 's', 'z', '-', '_', ' '),
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
