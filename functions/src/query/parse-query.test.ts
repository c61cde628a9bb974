import { expect, test } from 'vitest';
import { type QueryTerm, parseQuery, hasQuerySyntax } from './parse-query.ts';

const written = ({ text, field, beginning, whole }: QueryTerm) =>
  `${field === 'text' ? '' : `${field}:`}${whole ? '=' : ''}[${text}]${beginning ? '*' : ''}`;

/** Formats the parsed keyword, such as `[a] | [b] & [c]`. */
function read(keyword: string): string {
  const { any, all, not, filters } = parseQuery([keyword]);
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
  ['(openai OR anthropic) -sponsor', '[(openai] | [anthropic)] -[sponsor]'],
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
  'openai NOT sponsor',
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
