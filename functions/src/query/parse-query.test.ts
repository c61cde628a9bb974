import { expect, test } from 'vitest';
import {
  hasQuerySyntax,
  isGroup,
  type ParsedQuery,
  parseFormerQuery,
  parseQuery,
  queryLanguage,
  type QueryPart,
} from './parse-query.ts';

function written(part: QueryPart): string {
  if (isGroup(part)) return `(${writtenQuery(part.group)})`;
  const { text, field, beginning, whole } = part;
  return `${field === 'text' ? '' : `${field}:`}${whole ? '=' : ''}[${text}]${beginning ? '*' : ''}`;
}

/** Formats the parsed keyword, such as `[a] | [b] & [c]`. */
function read(keyword: string): string {
  return writtenQuery(parseQuery([keyword]));
}

function writtenQuery({ any, all, not, filters }: ParsedQuery): string {
  return [
    any.map((terms) => terms.map(written).join(' & ')).join(' | '),
    ...all.map((term) => `+${written(term)}`),
    ...not.map((term) => `-${written(term)}`),
    ...filters.map(written),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

test.each([
  ['openai AND altman', '[openai] & [altman]'],
  ['sam altman AND open ai OR tim cook', '[sam altman] & [open ai] | [tim cook]'],
  ['+openai +"sam altman"', '+[openai] +[sam altman]'],
  ['openai +altman', '[openai] +[altman]'],
  ['"sam altman" openai', '[sam altman] & [openai]'],
  ['sam altman -sponsor podcast', '[sam altman] & [podcast] -[sponsor]'],
  ['openai -"our sponsor" -ads', '[openai] -[our sponsor] -[ads]'],
  ['“sam altman” -„joe rogan“', '[sam altman] -[joe rogan]'],
  ['openai -show:"Hard Fork" show:Lex', '[openai] -show:=[Hard Fork] show:[Lex]'],
  ['-show:fork -show:"Lex" -SHOW: “The Daily”', '-show:[fork] -show:=[Lex] -show:=[The Daily]'],
  [
    '-show:"The Dai*" -show:"Hard Fork"* -show:for*',
    '-show:[The Dai]* -show:[Hard Fork]* -show:[for]*',
  ],
  ['-show:"ab*" -show:"a phrase', '-show:=[ab*] -show:=[a phrase]'],
  ['show:"Hard Fork" +show:"Lex" -title:"x"', '-title:[x] show:[Hard Fork] show:[Lex]'],
  ['Show: "Hard Fork" ai', '[ai] show:[Hard Fork]'],
  ['title:ai +TITLE:"the news"', 'title:[ai] +title:[the news]'],
  ['spoken:mamba', 'spoken:[mamba]'],
  ['crypto*', '[crypto]*'],
  ['venture cap*', '[venture cap]*'],
  ['"venture cap*" -"ad break"*', '[venture cap]* -[ad break]*'],
  ['crypto* regulation', '[crypto]* & [regulation]'],
  ['R&D AND AT&T', '[R&D] & [AT&T]'],
  // unfinished or repeated syntax
  ['-"a phrase', '-[a phrase]'],
  ['a OR OR b AND AND c', '[a] | [b] & [c]'],
  ['a AND OR b', '[a] & [b]'],
  ['-a OR b', '[b] -[a]'],
  ['-5', '-[5]'],
  ['-show:', '-[show:]'],
  ['"foo"bar', '[foo] & [bar]'],
])('parses %s as %s', (keyword, query) => {
  expect(read(keyword)).toBe(query);
  expect(hasQuerySyntax(keyword)).toBe(true);
});

test.each([
  'openai',
  'sam altman',
  'e-mail',
  'C++',
  'Disney+',
  'U.S.',
  'a, b',
  'this or that',
  '-',
  '+',
  '*',
  '"',
  '""',
  '-""',
  '- foo',
  'foo -- bar',
  '--foo',
  '+-',
  'a + b',
  'ab*',
  'OR',
  'AND',
  'Portland OR',
  'AND then',
  'foo OR -',
  '6" pipe',
  'show:',
  'show: more',
  'TV show: Succession',
  'show:""',
  'https://openai.com',
  'sam"altman',
])('parses %s as plain words', (keyword) => {
  expect(hasQuerySyntax(keyword)).toBe(false);
  expect(parseQuery([keyword])).toEqual({
    any: [[{ text: keyword, field: 'text', beginning: false }]],
    all: [],
    not: [],
    filters: [],
  });
});

test.each([
  ['google AND (openai OR anthropic)', '[google] & ([openai] | [anthropic])'],
  ['(openai OR anthropic) -sponsor', '([openai] | [anthropic]) -[sponsor]'],
  ['("openai" OR "claude") AND funding', '([openai] | [claude]) & [funding]'],
  ['ai NOT sponsor', '[ai] -[sponsor]'],
  ['ai AND NOT our sponsor OR claude', '[ai] | [claude] -[our sponsor]'],
  ['NOT show:"Hard Fork" ai', '[ai] -show:=[Hard Fork]'],
  ['ai -(ads OR "our sponsor")', '[ai] -([ads] | [our sponsor])'],
  ['ai NOT (ads AND promo)', '[ai] -([ads] & [promo])'],
  ['ai NOT(ads AND promo)', '[ai] -([ads] & [promo])'],
  ['ai -(our sponsor)', '[ai] -[our sponsor]'],
  ['openai | sam altman', '[openai] | [sam altman]'],
  ['openai|anthropic||nvidia', '[openai] | [anthropic] | [nvidia]'],
  ['openai｜anthropic', '[openai] | [anthropic]'],
  ['（openai OR anthropic） AND google', '([openai] | [anthropic]) & [google]'],
  ['(a AND (b OR (c AND d)))', '([a] & ([b] | ([c] & [d])))'],
  ['((a)) OR b', '[((a))] | [b]'],
  ['(openai -show:"Lex" lang:en) OR ai', '([openai] & lang:[en] -show:=[Lex]) | [ai]'],
  ['(show:lex) ai', 'show:[lex] & [ai]'],
  ['(show:lex) OR ai', 'show:[lex] | [ai]'],
  ['(a OR b) (c OR d)', '([a] | [b]) & ([c] | [d])'],
  ['(a OR b)AND(c OR d)', '([a] | [b]) & ([c] | [d])'],
  ['(a OR f(x)) AND c', '([a] | [f(x)]) & [c]'],
  ['a OR (b +c -d)', '[a] | ([b] +[c] -[d])'],
  // A bracket that does not group is text.
  ['(openai OR anthropic', '[(openai] | [anthropic]'],
  ['openai OR anthropic) AND x', '[openai] | [anthropic)] & [x]'],
  ['(a OR (b AND c)', '[(a] | ([b] & [c])'],
  ['(a OR (b OR (c OR (d OR e))))', '([a] | ([b] | ([c] | [(d] | [e)])))'],
  ['Alien (1979) OR Aliens', '[Alien (1979)] | [Aliens]'],
  ['"(a OR b)" c', '[(a OR b)] & [c]'],
  ['() OR a -b', '[a] -[b]'],
])('groups %s as %s', (keyword, query) => {
  expect(read(keyword)).toBe(query);
  expect(hasQuerySyntax(keyword)).toBe(true);
});

test.each([
  'Alien (1979)',
  'f(x)',
  ':)',
  '(',
  '((a',
  'NOT',
  'AI news |',
  '| AI',
  '()',
  'a NOT',
  '(a) b',
])('finds the words of %s, which groups nothing', (keyword) => {
  expect(hasQuerySyntax(keyword)).toBe(false);
  expect(parseQuery([keyword]).any).toEqual([[{ text: keyword, field: 'text', beginning: false }]]);
});

test('says which grammar a keyword needs', () => {
  expect(['ai', 'ai (news)', '(a OR "b)"'].map(queryLanguage)).toEqual([undefined, undefined, 1]);
  expect(['ai OR ml', '+ai', 'show:lex'].map(queryLanguage)).toEqual([1, 1, 1]);
  expect(['a NOT b', 'a | b', '(a OR b) c', '-(a b)'].map(queryLanguage)).toEqual([2, 2, 2, 2]);
});

test('reads brackets, NOT and | as text in the former grammar', () => {
  const former = (keyword: string) => writtenQuery(parseFormerQuery(keyword));
  expect(former('google AND (openai OR anthropic)')).toBe('[google] & [(openai] | [anthropic)]');
  expect(former('ai NOT ads')).toBe('[ai NOT ads]');
  expect(former('a | b -c')).toBe('[a | b] -[c]');
});

test('ignores quotes around the only phrase', () => {
  expect(hasQuerySyntax('"Sam Altman"')).toBe(false);
  expect(read('"Sam Altman"')).toBe('[Sam Altman]');
});

test('keywords are alternatives; signed terms and filters apply to all of them', () => {
  expect(parseQuery(['openai AND altman', 'anthropic', '-sponsor', '+funding show:Lex'])).toEqual({
    any: [
      [
        { text: 'openai', field: 'text', beginning: false },
        { text: 'altman', field: 'text', beginning: false },
      ],
      [{ text: 'anthropic', field: 'text', beginning: false }],
    ],
    all: [{ text: 'funding', field: 'text', beginning: false }],
    not: [{ text: 'sponsor', field: 'text', beginning: false }],
    filters: [{ text: 'Lex', field: 'show', beginning: false }],
  });
});
