import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitHighlights } from '../../functions/src/contract/episodes/highlight.ts';
import { readKeywords } from '../../functions/src/contract/episodes/read-keywords.ts';
import { describeAlert, wantedKey } from '../../functions/src/query/alert-query.ts';
import { excludedTerms, excludeTerm } from '../../functions/src/query/exclude-term.ts';
import { describeQuery, formatQuery, formatTerm } from '../../functions/src/query/format-query.ts';
import { phraseFinder } from '../../functions/src/query/phrase-finder.ts';
import { formsOf, queryWords } from '../../functions/src/query/query-words.ts';
import { tokensOf } from '../../functions/src/query/tokenize.ts';
import { normalizeQuery } from '../../functions/src/query/normalize-query.ts';
import { hasQuerySyntax, parseQuery } from '../../functions/src/query/parse-query.ts';
import { unknownFields } from '../../functions/src/query/unknown-fields.ts';
import { readGiven } from '../../functions/src/member/shows/read-given.ts';
import { passesOf, timeOf } from '../../functions/src/testing/growth.ts';
import { fuzzRuns } from '../../functions/src/testing/fuzz-runs.ts';
import { readCsv } from '../../web/src/features/alerts/bring/csv.ts';
import { readList } from '../../web/src/features/alerts/bring/read-list.ts';
import { mayHaveQuerySyntax } from '../../web/src/features/search/refine/may-have-query-syntax.ts';
import { queryChips, withTerm } from '../../web/src/features/search/refine/query-chips.ts';

/** Pieces of what people type and paste. Each `N` becomes an increasing number. */
const QUERY = [
  '( OR ',
  '(',
  ')',
  '(a OR b) ',
  ' NOT ',
  '|',
  ' OR ',
  ' AND ',
  '"',
  '“',
  '-',
  '+',
  '*',
  ' ',
  ',',
  'title:',
  'show:',
  '-show:',
  'a',
  'N',
  'é',
  'b c ',
  '(',
  ')',
  ':',
  '\u0301',
  '\n',
  '>>>',
  '<<<',
];
const LIST = [
  '<!--',
  '-->',
  '<!---->',
  '<?xml',
  '?>',
  '<opml',
  '\uFEFF',
  '[',
  '{',
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  ' ',
  'a',
  'N',
  'keyword',
  "'",
];
const LINK = [
  'http://',
  'feed:',
  '/',
  '//',
  '.',
  '-',
  'a',
  'N',
  '@',
  '%20',
  '?',
  '&',
  '=',
  '#',
  ':',
  ' ',
  '<',
  '>',
  'www.',
  'a.b/',
  'open.spotify.com/',
  'podcast',
  '\n',
];

/** Pieces that are hard for tokenizers: marks that composing reorders, ligatures that grow, joined parts. */
const TEXT = [
  'a',
  'B',
  'é',
  'Ä',
  '\u0301',
  '\u0316',
  '\u200B',
  '\ufdfa',
  '\ud83d',
  '-',
  '.',
  '. ',
  "'",
  '+',
  ' ',
  'N',
  '人',
  '삼',
  'ป',
  '\u0E34',
  'צ',
  '"',
];

const alert = (keyword: string) => ({ keyword, language: 1 as const });

const READERS: Record<string, [read: (text: string) => unknown, pieces: string[]]> = {
  parseQuery: [(text) => parseQuery([text]), QUERY],
  hasQuerySyntax: [hasQuerySyntax, QUERY],
  formatQuery: [(text) => formatQuery(parseQuery([text])), QUERY],
  formatTerm: [(text) => formatTerm({ text, field: 'show', beginning: false }), QUERY],
  describeQuery: [(text) => describeQuery([text]), QUERY],
  normalizeQuery: [(text) => normalizeQuery([text]), QUERY],
  describeAlert: [(text) => describeAlert(alert(text)), QUERY],
  wantedKey: [(text) => wantedKey(alert(text)), QUERY],
  excludeTerm: [(text) => excludeTerm(alert(text), '-ads'), QUERY],
  excludedTerms: [(text) => excludedTerms(alert(text)), QUERY],
  tokensOf: [tokensOf, TEXT],
  phraseFinder: [phraseFinder(['a', 'a-b', '人', 'a b*']), TEXT],
  queryWords: [(text) => formsOf(queryWords(text), { beginning: false }), TEXT],
  readKeywords: [readKeywords, QUERY],
  splitHighlights: [splitHighlights, QUERY],
  mayHaveQuerySyntax: [mayHaveQuerySyntax, QUERY],
  queryChips: [queryChips, QUERY],
  withTerm: [(text) => withTerm(text, 'any', 'new'), QUERY],
  readList: [readList, LIST],
  readCsv: [(text) => readCsv(text, ',', 1000), LIST],
  readGiven: [readGiven, LINK],
  unknownFields: [unknownFields, QUERY],
};

function repeated([head, piece, tail]: Shape, length: number): string {
  const times = Math.ceil(length / piece.length);
  const middle = piece.includes('N')
    ? Array.from({ length: times }, (_, index) => piece.replaceAll('N', String(index))).join('')
    : piece.repeat(times);
  return head + middle + tail;
}

type Shape = readonly [head: string, piece: string, tail: string];

/** A linear reader of these lengths takes less than one reading of `passesOf`. */
const TOO_MANY_PASSES = 20;
/** Spares the passes that a fast reader would be compared with. */
const SURELY_FAST_MS = 20;

/** True if all three runs are slow. */
function isTooSlow(read: (text: string) => unknown, text: string): boolean {
  if (timeOf(() => read(text)) < SURELY_FAST_MS) return false;
  return [1, 2, 3].every(() => passesOf(() => read(text)) > TOO_MANY_PASSES);
}

/** Lengths grow in small steps, so that quadratic work is detected before it takes minutes. */
function isLinear(read: (text: string) => unknown, shape: Shape, longest: number): boolean {
  return lengthsTo(longest).every((length) => !isTooSlow(read, repeated(shape, length)));
}

/** Returns ascending lengths. Long texts double, so that quadratic work takes at most four times the limit. */
function lengthsTo(longest: number): number[] {
  const lengths: number[] = [];
  for (let length = longest; length >= 24; length /= length > 1000 ? 2 : 1.3) lengths.push(length);
  return lengths.reverse();
}

const shapes = (pieces: string[]) => {
  const piece = fc.constantFrom(...pieces);
  const few = (most: number, least = 0) =>
    fc.array(piece, { minLength: least, maxLength: most }).map((parts) => parts.join(''));
  return fc.tuple(few(2), few(3, 1), few(2));
};

test.each(Object.entries(READERS))(
  '%s takes time in proportion to its input',
  (_name, [read, pieces]) => {
    fc.assert(
      fc.property(shapes(pieces), (shape) => isLinear(read, shape, 17_000)),
      { numRuns: fuzzRuns(25) },
    );
  },
);

test.each<[string, Shape]>([
  ['readList', ['', '<!---->', '']],
  ['readList', ['<!--', '-->a<!--', '']],
  ['parseQuery', ['', '( OR ', '']],
  ['tokensOf', ['a', '\u0301\u0316', '']],
  ['tokensOf', ['', 'a-', '']],
  ['tokensOf', ['', 'ปั', '']],
  ['formatTerm', ['', 'a', '( ']],
  ['splitHighlights', ['', '>>>a', '']],
  ['queryChips', ['', 'aN,', '']],
])('%s takes linear time for a long text of %j', (name, shape) => {
  expect(isLinear(READERS[name]![0], shape, 230_000)).toBe(true);
});
