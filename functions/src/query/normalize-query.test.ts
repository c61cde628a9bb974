import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawKeywords } from '../catalogue/testing/draw-keywords.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { drawnPhrase } from './fixtures/drawn-texts.ts';
import {
  normalizeKeyword,
  normalizeQuery,
  planOfKey,
  queryKey,
  wantedPart,
} from './normalize-query.ts';
import { planQuery } from './plan-query.ts';
import { withoutBoundaries } from './query-words.ts';

test.each([
  ['openai -sponsor', 'openai'],
  ['openai -show:"Hard Fork" -title:ads -cry*', 'openai'],
  ['openai -spoken:ads', 'openai'],
  ['openai -show:fork', 'openai'],
  ['openai -show:hard-fork -show:"Lex"', 'openai'],
  ['spoken:openai -spoken:"our sponsor"', 'spoken:openai'],
  ['openai OR a16z -sponsor', 'openai OR a16z'],
  [
    'openai AND "sam altman" +funding show:Lex -sponsor',
    'openai AND "sam altman" +funding show:Lex',
  ],
  ['show:"Hard Fork" -openai', 'show:"Hard Fork"'],
  ['openai -lang:en', 'openai'],
  ['e-mail', 'e-mail'],
  ['', ''],
])('“%s” and “%s” have the same normal form', (query, same) => {
  expect(wantedPart(normalizeQuery([query]))).toBe(normalizeQuery([same]));
});

test.each([
  ['a -show:"Hard Fork"', '+"a" -show:"hard fork"'],
  ['a -show:Fork -show:"Fork"', '+"a" -show:"fork" -show:fork'],
  ['a -show:(Hard-Fork', '+"a" -show:hard-fork'],
  ['a -show:"Hard Fo*"', '+"a" -show:"hard fo"'],
  ['a -show:"Hard For*" -show:for*', '+"a" -show:for* -show:hard/for*'],
  ['a show:"Hard Fork" -show:"Hard Fork"', '+"a" +show:"hard fork" -show:"hard fork"'],
  ['a lang:pt-BR', '+"a" +lang:"pt"'],
  ['a -LANG:"Portuguese"', '+"a" -lang:pt'],
  ['a lang:de lang:fr', 'lang:"de" lang:"fr" +"a"'],
  ['a lang:xx lang:yy', '+"a" +lang:"none"'],
  ['lang:de -a', ''],
])('“%s” has the normal form “%s”', (query, key) => {
  expect(normalizeQuery([query])).toBe(key);
});

test.each([
  ['A.I.', 'ai'],
  ['  Tobi   BEYONCÉ! ', 'tobi beyonce'],
  ['Ｏｐｅｎ\u200BAI', 'openai'],
  ['J. P. Morgan', 'jp morgan'],
  ['Wal‑Mart', 'wal-mart'],
  ['McDonald’s', 'mcDonald-s'],
  ['OpenAI and JPMorgan', 'openAi and jpMorgan'],
  ['CEOs at OPENAI', 'ceos at openai'],
  ['x.ai, money.co.uk', 'x.ai money-co.uk'],
  ['AC/DC 24/7', 'ac／dc 24 7'],
  ['GPT-4o', 'gpt-4o'],
  ['Jürgen MÜLLER', 'jürgen müller'],
  ['人工知能とAI', '人工知能と ai'],
  ['3-2', '3 2'],
  ['🚀', ''],
])('normalizeKeyword turns “%s” into “%s”, which it keeps', (typed, words) => {
  expect(normalizeKeyword(typed)).toBe(words);
  expect(normalizeKeyword(words)).toBe(words);
});

test('normalizeKeyword is idempotent for any phrase', () => {
  fc.assert(
    fc.property(fc.oneof(drawnPhrase, fc.string({ unit: 'binary' })), (phrase) => {
      const words = normalizeKeyword(phrase);
      expect(normalizeKeyword(words)).toBe(words);
    }),
    { numRuns: fuzzRuns(1000) },
  );
});

/** Each with the normal form of version 1.1. Firestore has hashes of these. */
const HASHED = [
  ['OpenAI', 'openai'],
  ['McDonald’s', 'mcdonald-s'],
  ['MüllerBräu', 'müllerbräu'],
  ['СберБанк', 'сбербанк'],
  ['OpenAI OR openbb OR OpenAi', '"openai" OR "openbb"'],
  ['OpenAI OR openaa', '"openaa" OR "openai"'],
  ['OpenA*', '+"opena"*'],
  ['AWS AND "JP Morgan" -SoftBank', '+"aws" +"jp morgan" -"softbank"'],
  ['title:OpenAI -show:DeepMind', '+title:"openai" -show:deepmind'],
  ['OpenAI -show:"The AIShow"', '+"openai" -show:"the aishow"'],
  ['OpenAI AND x.ai OR TCP/IP', '"openai" AND "xai" OR "tcp ip"'],
  ['AC/DC', 'ac dc'],
  ['AC/DC’s', 'ac dc-s'],
  ['and/or', 'and or'],
  ['money.co.uk', 'money-couk'],
  ['will.i.am', 'will-iam'],
  ['ph.d.', 'phd'],
  ['A.B.Co', 'abco'],
  ['co.a.b.c', 'coabc'],
  ['C#/.NET', 'c# .net'],
  ['openai.com/blog', 'openai-com blog'],
  ['नरेन्द्र मोदी', 'नरेन्द्र मोदी'],
  ['२०२७', '२०२७'],
  ['髙橋', '髙橋'],
  ['G 7', 'g 7'],
] as const;

test.each(HASHED)('the hashed form of “%s” is “%s”, as in version 1.1', (query, form) => {
  expect(withoutBoundaries(normalizeQuery([query]))).toBe(form);
});

const WORDS = ['fork', 'hard', 'the', 'daily', '日本', 'a16z', 'e-mail', 'Müller', 'C++', 'U.S.'];

test('parses a normal form into the plan of its query', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 60 }),
      (drawn) => {
        let at = 0;
        const plan = planQuery(drawKeywords(() => drawn[at++ % drawn.length]!, WORDS));
        fc.pre(plan !== null);
        const key = queryKey(plan);
        expect(queryKey(planOfKey(key)!)).toBe(key);
      },
    ),
    { numRuns: fuzzRuns(500) },
  );
});
