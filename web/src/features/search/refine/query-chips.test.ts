import * as fc from 'fast-check';
import { formatPart, isGroup, parseQuery, type QueryPart, readKeywords } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import { queryChips, withoutChip, withTerm } from './query-chips.ts';

const shown = (text: string) => queryChips(text).map(({ kind, label }) => `${kind}: ${label}`);

test.each([
  ['', []],
  ['openai', []],
  ['"sam altman"', []],
  ['openai, sam altman', ['any: openai', 'any: sam altman']],
  [
    'openai, -sponsor, show:"Hard Fork", -show:lex, +funding',
    ['any: openai', 'not: sponsor', 'show: Hard Fork', 'not-show: lex', 'all: funding'],
  ],
  ['openai -"our sponsor" title:AI', ['any: openai and title: AI', 'not: our sponsor']],
  ['crypto*, a AND b OR c', ['any: crypto…', 'any: a and b', 'any: c']],
  ['-sponsor', ['not: sponsor']],
  // Without words, a chip's button would have no name for a screen reader.
  ['openai, "', []],
  ['openai, +, “”', []],
  ['openai, sam altman, "', ['any: openai', 'any: sam altman']],
  [
    'openai lang:pt-BR, -lang:xx',
    ['any: openai', 'lang: Portuguese', 'not-lang: “xx” (no known language)'],
  ],
])('splits %s into %j', (text, chips) => {
  expect(shown(text)).toEqual(chips);
});

test.each([
  ['openai', 'not', 'sponsor', 'openai, -sponsor'],
  ['openai', 'not', 'our sponsor', 'openai, -"our sponsor"'],
  ['openai, ', 'not-show', 'Hard Fork', 'openai, -show:"Hard Fork"'],
  ['openai', 'not-show', 'Lex', 'openai, -show:"Lex"'],
  ['openai', 'show', 'Business, Wars "Daily"', 'openai, show:"Business Wars Daily"'],
  ['openai', 'all', 'funding', 'openai, +funding'],
  ['openai', 'lang', 'German', 'openai, lang:German'],
  ['openai', 'not-lang', 'pt-BR', 'openai, -lang:pt-BR'],
  ['openai', 'any', 'sam altman', 'openai, sam altman'],
  ['openai', 'any', 'Portland -rain', 'openai, "Portland -rain"'],
  ['', 'any', 'openai', 'openai'],
  ['openai OR', 'not', 'sponsor', 'openai OR, -sponsor'],
  ['openai, -sponsor', 'not', 'sponsor', 'openai, -sponsor'],
  ['openai、 -sponsor', 'not', 'ads', 'openai, -sponsor, -ads'],
  ['openai', 'show', 'お金、株', 'openai, show:"お金 株"'],
  ['openai', 'not', ' ,-! ', 'openai'],
] as const)('adds to %s as %s the value %s: %s', (text, kind, value, result) => {
  expect(withTerm(text, kind, value)).toBe(result);
});

describe('an unmounted part', () => {
  const without = (text: string, label: string) =>
    withoutChip(
      text,
      queryChips(text).find((chip) => chip.label === label)!,
    );

  test.each([
    ['openai, -sponsor', 'sponsor', 'openai'],
    ['人工知能，半導体 -sponsor', 'sponsor', '人工知能, 半導体'],
    ['openai, sam  altman -sponsor, a - b', 'sponsor', 'openai, sam altman, a - b'],
    ['openai OR anthropic', 'anthropic', 'openai'],
    ['a AND b OR c', 'c', 'a AND b'],
    ['openai -show:"Hard Fork" -show:lex', 'Hard Fork', 'openai -show:lex'],
    ['openai -sponsor -show:"Lex" -show:(lex', 'sponsor', 'openai -show:"Lex" -show:(lex'],
    ['"Portland OR" -rain', 'rain', 'Portland OR'],
    ['-sponsor', 'sponsor', ''],
    ['openai * -sponsor -ads', 'ads', '"openai *" -sponsor'],
    ['openai -lang:en lang:de -lang:"fr"', 'English', 'openai -lang:fr lang:de'],
  ])('from %s, removing %s leaves %s', (text, label, left) => {
    expect(without(text, label)).toBe(left);
  });

  test('removing a part leaves all other parts unchanged', () => {
    const part = fc.constantFrom(
      'openai',
      'sam altman',
      '"our sponsor"',
      '-ads',
      '-"a b"',
      '+funding',
      'crypto*',
      '*',
      'C*',
      '"our sponsor *"',
      'OR',
      'AND',
      'show:"Hard Fork"',
      '-show:lex',
      '-show:"lex"',
      'lang:de',
      '-lang:"pt-BR"',
      'title:AI',
      '-title:"x y"',
      'e-mail',
      '-5',
      '6"',
      'a - b',
      'C++',
      '+',
      '“tobi lutke”',
      '«tobi lutke»',
      '–crypto',
      '－show：「Hard Fork」',
      'title：AI',
      'fusio＊',
      'R&D',
      '& sons',
      '-show:',
      'Portland OR',
      '"',
      '“”',
    );
    const piece = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '));
    const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((all) => all.join(', '));
    fc.assert(
      fc.property(text, fc.nat(), (typed, choice) => {
        const chips = queryChips(typed);
        const chip = chips[choice % chips.length];
        if (chip === undefined) return;
        const expected = asked(typed).filter((_, index) => index !== chips.indexOf(chip));
        expect(new Set(asked(withoutChip(typed, chip)))).toEqual(new Set(expected));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Lists what a text means, in the order of its chips. */
function asked(text: string): string[] {
  const read = text === '' ? null : readKeywords(text);
  const words = (term: QueryPart): string =>
    isGroup(term)
      ? formatPart(term)
      : `${term.field}${term.whole ? '=' : ''}(${term.text.replace(/["“”„\s]+/g, ' ').trim()})${term.beginning ? '*' : ''}`;
  return (read?.ok ? read.keywords : []).flatMap((keyword) => {
    const { any, all, not, filters } = parseQuery([keyword]);
    const hasWord = (term: QueryPart) =>
      /[\p{L}\p{N}]/u.test(isGroup(term) ? formatPart(term) : term.text);
    return [
      ...any.filter((terms) => terms.some(hasWord)).map((terms) => terms.map(words).join(' & ')),
      ...all.filter(hasWord).map((term) => `+${words(term)}`),
      ...not.filter(hasWord).map((term) => `-${words(term)}`),
      ...filters.map((term) => `in ${words(term)}`),
    ];
  });
}
