import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  restoreTerm,
  canExclude,
  isExcluded,
  excludeTerm,
  excludedTerms,
  showTerm,
  termName,
} from './exclude-term.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { queryOfAlert } from './alert-query.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';

const HARD_FORK = 'show:"Hard Fork"';

test.each([
  ['openai', undefined, 'sponsor', 'openai -sponsor'],
  ['sam altman', undefined, HARD_FORK, 'sam altman -show:"Hard Fork"'],
  ['“sam altman”', undefined, HARD_FORK, '“sam altman” -show:"Hard Fork"'],
  ['openai | a16z', 1, 'sponsor', '"openai | a16z" -sponsor'],
  ['openai -sponsor', 1, HARD_FORK, 'openai -sponsor -show:"Hard Fork"'],
  ['openai OR a16z', 1, 'sponsor', 'openai OR a16z -sponsor'],
  ['show:Lex', 1, 'sponsor', 'show:Lex -sponsor'],
  // Alerts without `language` hold plain words.
  ['-5', undefined, 'sponsor', '"-5" -sponsor'],
  ['crypto*', undefined, 'sponsor', 'crypto -sponsor'],
  ['Portland OR rain', undefined, 'sponsor', '"Portland OR rain" -sponsor'],
])('“%s”, language %s, excluding %s becomes “%s”', (keyword, language, term, changed) => {
  expect(excludeTerm({ keyword, language }, term)).toEqual({ keyword: changed, language: 1 });
});

test('treats spellings of a language as one excluded term', () => {
  const alert = { keyword: 'openai -lang:pt-BR', language: 1 } as const;
  expect(isExcluded(alert, 'lang:Portuguese')).toBe(true);
  expect(canExclude({ keyword: 'openai lang:de', language: 1 }, 'lang:ger')).toBe(false);
  expect(excludeTerm(alert, 'lang:"pt"')).toEqual(alert);
  expect(restoreTerm(alert, 'lang:pt')).toEqual({ keyword: 'openai' });
  expect(termName('lang:pt-BR')).toBe('Portuguese (language)');
});

test.each([
  [{ keyword: 'openai -sponsor', language: 1 }, 'sponsor', { keyword: 'openai' }],
  [{ keyword: '"sam altman" -Sponsor', language: 1 }, 'sponsor', { keyword: '"sam altman"' }],
  [{ keyword: 'sam altman -Sponsor', language: 1 }, 'sponsor', { keyword: 'sam altman' }],
  [
    { keyword: 'openai -a -show:"Hard Fork"', language: 1 },
    HARD_FORK,
    { keyword: 'openai -a', language: 1 },
  ],
  [
    { keyword: 'openai -show:lex -show:"Lex"', language: 1 },
    'show:"lex"',
    { keyword: 'openai -show:lex', language: 1 },
  ],
  [
    { keyword: 'openai -show:(lex -show:"Lex"', language: 1 },
    'show:"lex"',
    { keyword: 'openai -show:(lex', language: 1 },
  ],
  [{ keyword: '"-5" -sponsor', language: 1 }, 'sponsor', { keyword: '"-5"' }],
  [{ keyword: '-5' }, '5', { keyword: '-5' }],
] as const)('%j restores the term %s', (alert, term, changed) => {
  expect(restoreTerm(alert, term)).toEqual(changed);
});

test('excluding a term twice and restoring an unknown term change nothing', () => {
  const alert = { keyword: 'openai  -Sponsor', language: 1 } as const;
  expect(excludeTerm(alert, 'sponsor')).toEqual(alert);
  expect(restoreTerm(alert, 'bank')).toEqual(alert);
});

test('refuses an exclusion that exceeds the limits of length and words', () => {
  const long = { keyword: 'x'.repeat(195), language: undefined };
  expect(excludeTerm(long, 'abcd')).toBeNull();
  expect(excludeTerm(long, 'abc')).not.toBeNull();
  const wordy = { keyword: 'a '.repeat(19).trim(), language: undefined };
  expect(excludeTerm(wordy, 'b')).not.toBeNull();
  expect(excludeTerm(wordy, '"b c"')).toBeNull();
});

test('lists the excluded terms of an alert', () => {
  const alert = { keyword: 'openai -sponsor -show:"Hard Fork" -cry*', language: 1 };
  expect(excludedTerms(alert)).toEqual(['sponsor', 'show:"Hard Fork"', 'cry*']);
  expect(excludedTerms(alert).map(termName)).toEqual(['sponsor', 'Hard Fork (show)', 'cry…']);
  expect(isExcluded(alert, 'Show:"hard fork"')).toBe(true);
  expect(isExcluded(alert, 'show:hard-fork')).toBe(false);
  expect(isExcluded({ keyword: 'openai -show:Lex', language: 1 }, 'show:"Lex"')).toBe(false);
  expect(excludedTerms({ keyword: '-5' })).toEqual([]);
});

test('canExclude rejects terms that are wanted, excluded or too long', () => {
  const alert = { keyword: 'openai -sponsor', language: 1 };
  expect(canExclude(alert, HARD_FORK)).toBe(true);
  expect(canExclude(alert, 'OpenAI')).toBe(false);
  expect(canExclude(alert, 'sponsor')).toBe(false);
  expect(canExclude({ keyword: 'x'.repeat(195) }, HARD_FORK)).toBe(false);
  expect(canExclude({ keyword: 'show:"Hard Fork"', language: 1 }, HARD_FORK)).toBe(false);
  expect(canExclude({ keyword: 'show:Lex', language: 1 }, 'show:"lex"')).toBe(false);
  expect(canExclude({ keyword: 'openai -show:daily', language: 1 }, 'show:"Daily"')).toBe(true);
});

test.each([
  ['Hard Fork', HARD_FORK],
  ['The “Daily” *', 'show:"The Daily"'],
  ['Lex', 'show:"Lex"'],
  ['+1', 'show:"+1"'],
  ['Money, Markets, and More', 'show:"Money Markets and More"'],
  ['お金、株，債券', 'show:"お金 株 債券"'],
  ['one '.repeat(12), `show:"${'one '.repeat(12).trim()}"`],
  ['one '.repeat(13), `show:"${'one '.repeat(12).trim()}"*`],
  [`${'one '.repeat(10)}of an hour`, `show:"${'one '.repeat(10).trim()}"*`],
  ['a '.repeat(13), null],
  ['***', null],
])('the show %j has the term %s', (name, term) => {
  expect(showTerm(name)).toBe(term);
});

const word = fc.constantFrom(
  'openai',
  'e-mail',
  'C++',
  'OR',
  'AND',
  '-5',
  '+1',
  'crypto*',
  '"a',
  'b"',
  'show:x',
  '-show:x',
  '-show:"x"',
  '-show:"x y"',
  '-show:x"y',
  '-show:(x:y',
  '-show:"-xyz*"',
  'ß',
);
const keyword = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const term = fc.oneof(
  fc.constantFrom('sponsor', '"our sponsor"', 'title:ads', 'cry*'),
  fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    .map((name) => showTerm(name) ?? 'ad'),
);

/** Ignores signs that are not indexed, because formatting may drop them. */
function meaning(query: ParsedQuery): unknown {
  const bare = (text: string) => text.replace(/["“”„*\s]+/g, ' ').trim();
  return JSON.parse(
    JSON.stringify(query, (key, value: unknown) =>
      key === 'text' && typeof value === 'string' ? bare(value) : value,
    ),
  );
}

test('an exclusion changes nothing else, and restoring it gives the same query', () => {
  fc.assert(
    fc.property(keyword, fc.constantFrom(1, undefined), term, (typed, language, left) => {
      const alert = { keyword: typed, language };
      const changed = excludeTerm(alert, left);
      fc.pre(changed !== null && !isExcluded(alert, left));
      const before = parseQuery([queryOfAlert(alert)]);
      const after = parseQuery([queryOfAlert(changed)]);
      expect(isExcluded(changed, left)).toBe(true);
      expect(meaning({ ...after, not: after.not.slice(0, -1) })).toEqual(meaning(before));
      const back = restoreTerm(changed, left);
      expect(meaning(parseQuery([queryOfAlert(back)]))).toEqual(meaning(before));
    }),
    { numRuns: fuzzRuns(500) },
  );
});
