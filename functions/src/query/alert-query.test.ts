import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readKeywords } from '../contract/episodes/read-keywords.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import {
  alertKeywords,
  alertLabel,
  alertName,
  besideName,
  choiceSentences,
  choiceWords,
  describeAlert,
  EMPTY_QUERY,
  isReadDifferently,
  isWholeShow,
  queryOfAlert,
  searchTextOfAlert,
  wantedKey,
} from './alert-query.ts';
import { nameQuery } from './format-query.ts';
import { isExcluded, excludeTerm } from './exclude-term.ts';
import { parseQuery, type QueryTerm } from './parse-query.ts';

test.each([
  [
    ['OpenAI', 'Sam Altman', 'e-mail'],
    ['OpenAI', 'Sam Altman', 'e-mail'],
  ],
  [
    ['OpenAI AND funding', 'a16z'],
    ['OpenAI AND funding', 'a16z'],
  ],
  [['openai', '-sponsor', '-show:"Hard Fork"'], ['openai -sponsor -show:"Hard Fork"']],
  [
    ['openai', 'Sam Altman', 'crypto* -sponsor'],
    ['openai -sponsor', '"Sam Altman" -sponsor', 'crypto* -sponsor'],
  ],
  [['a AND b OR c', '+d'], ['a AND b OR c +d']],
  [['+openai', '+funding', 'show:Lex'], ['+openai +funding show:Lex']],
  [['show:"Hard Fork"'], ['show:"Hard Fork"']],
  [['Portland OR', '-rain'], ['"Portland OR" -rain']],
  [
    ['6" pipe', 'title:"a b" -c'],
    ['"6  pipe" -c', 'title:"a b" -c'],
  ],
  [['openai -a OR'], ['openai AND "OR" -a']],
  [['-sponsor'], []],
  [
    ['openai', 'a16z', 'lang:de'],
    ['openai lang:de', 'a16z lang:de'],
  ],
])('saves a search for %j as alerts for %j', (keywords, alerts) => {
  expect(alertKeywords(keywords)).toEqual(alerts);
});

test.each([
  ['openai, nvidia', 'openai; nvidia'],
  ['人工知能、半導体，GPU', '人工知能;半導体;GPU'],
  ['الذكاء، الطاقة', 'الذكاء; الطاقة'],
  ['ሰላም፣ጤና﹐a﹑b､c', 'ሰላም;ጤና;a;b;c'],
])('searches for the alert %j as the single keyword %j', (keyword, text) => {
  expect(searchTextOfAlert({ keyword })).toBe(text);
  expect(readKeywords(text)).toEqual({ ok: true, keywords: [text] });
});

test.each([
  ['openai -sponsor', 1, 'Episodes that mention openai, but not sponsor.'],
  ['show:"Hard Fork"', 1, 'All episodes of Hard Fork.'],
  ['-sponsor', 1, EMPTY_QUERY],
  ['lang:de', 1, EMPTY_QUERY],
  ['show:Lex lang:de', 1, 'All episodes of Lex, in German.'],
  ['-5', undefined, null],
  ['openai -sponsor', undefined, null],
  ['openai', 3, null],
])('describes the alert for %s, language %s: %s', (keyword, language, sentence) => {
  expect(describeAlert({ keyword, language })).toBe(sentence);
  const notesOnly = 'Show notes only, no transcripts.';
  const both = sentence === null ? notesOnly : `${sentence} ${notesOnly}`;
  expect(describeAlert({ keyword, language, spoken: false })).toBe(both);
});

test.each([
  // Each row: keyword, language, name, line below the name.
  ['sam altman', undefined, 'sam altman', null],
  ['openai -sponsor', undefined, 'openai -sponsor', null],
  ['"sam altman" -show:"Tensor Weather"', 1, 'sam altman', 'Outside Tensor Weather.'],
  [
    'openai -ads -title:"b c" -show:Lex',
    1,
    'openai',
    'Without ads or b c in the title, outside shows with Lex in the name.',
  ],
  ['"salt and pepper" -ads', 1, 'salt and pepper', 'Without ads.'],
  ['openai OR "salt and pepper"', 1, 'openai or “salt and pepper”', null],
  ['openai AND "Sam Altman"', 1, 'openai and Sam Altman', null],
  ['crypto* -ads', 1, 'crypto with any ending', 'Without ads.'],
  ['title:AI', 1, 'AI in the title', null],
  ['spoken:mamba', 1, 'mamba in what is said', null],
  ['AI show:Lex show:"Hard Fork" -ads', 1, 'AI, in Lex or Hard Fork', 'Without ads.'],
  ['show:"Hard Fork" -ads', 1, 'all episodes of Hard Fork', 'Without ads.'],
  ['-sponsor', 1, '-sponsor', EMPTY_QUERY],
])('names the alert for %s, language %s: %s, below it %j', (...row) => {
  const [keyword, language, name, beside] = row;
  const alert = { keyword, language };
  expect(alertName(alert)).toBe(name);
  expect(besideName(alert)).toBe(beside);
  const notesOnly = 'Show notes only, no transcripts.';
  expect(besideName({ ...alert, spoken: false })).toBe(
    beside === null ? notesOnly : `${beside} ${notesOnly}`,
  );
});

test('describes the choices of an alert in sentences and in short phrases', () => {
  const both = { keyword: 'openai', spoken: false, onlyAbout: true };
  expect(choiceSentences({})).toEqual([]);
  expect(besideName(both)).toBe('Show notes only, no transcripts. Main topic only.');
  expect(describeAlert({ keyword: 'openai', onlyAbout: true })).toBe('Main topic only.');
  expect(alertLabel(both)).toBe('openai, notes only, main topic only');
  expect(choiceWords({ spoken: true, onlyAbout: false })).toEqual([]);
});

test.each([
  ['show:"Hard Fork"', 1, true],
  ['show:"Hard Fork" -ads', 1, true],
  ['AI show:Lex', 1, false],
  ['+AI show:Lex', 1, false],
  ['openai', 1, false],
  ['-ads', 1, false],
  ['show:"Hard Fork"', undefined, false],
  ['by:"Ezra Klein"', 2, true],
  ['by:"Ezra Klein" guest:altman', 2, false],
])('isWholeShow of %s, language %s, is %s', (keyword, language, is) => {
  expect(isWholeShow({ keyword, language })).toBe(is);
});

const part = fc.constantFrom(
  'openai',
  '"sam altman"',
  '"sam AND altman"',
  'title:ai',
  'show:"Hard Fork"',
  'crypto*',
  'C++',
  '+fund',
  'spoken:"a b"',
  'OR',
  'AND',
  'e-mail',
  'Portland OR',
  '東京',
);
const words = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const left = fc.constantFrom(
  'ads',
  '"our sponsor"',
  'show:"Tensor Weather"',
  'title:x',
  'spoken:y',
);

test('an exclusion changes neither the name nor the wanted terms of an alert', () => {
  fc.assert(
    fc.property(words, left, fc.constantFrom(1, undefined), (keyword, term, language) => {
      const alert = { keyword, language };
      const changed = excludeTerm(alert, term);
      fc.pre(changed !== null && !isExcluded(alert, term));
      expect(wantedKey(changed)).toBe(wantedKey(alert));
      fc.pre(language === 1 && nameQuery([keyword]) !== null);
      expect(alertName(changed)).toBe(alertName(alert));
      expect(alertName(changed)).not.toMatch(/(^| )-|show:|title:|spoken:|"/);
      const beside = besideName(changed)!;
      const [excluded] = parseQuery([`-${term}`]).not;
      expect(beside).toContain((excluded as QueryTerm).text);
      expect(beside).not.toMatch(/(^| )-|show:|title:|spoken:|"/);
    }),
    { numRuns: fuzzRuns(500) },
  );
});

test.each([
  ['guest:altman', undefined, '"guest:altman"', true],
  ['openai AND guest:altman', 1, 'openai AND "guest:altman"', true],
  ['openai AND guest:altman', 2, 'openai AND guest:altman', false],
  ['openai AND title:ai', 1, 'openai AND title:ai', false],
])('an alert keeps %s of language %s as %s', (keyword, language, query, isOlder) => {
  expect(queryOfAlert({ keyword, language })).toBe(query);
  expect(isReadDifferently({ keyword, language })).toBe(isOlder);
});
