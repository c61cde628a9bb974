import * as fc from 'fast-check';
import { FIELD_NAMES, hasQuerySyntax, splitAtCommas } from 'functions/contract';
import { expect, test } from 'vitest';
import { mayHaveQuerySyntax } from './may-have-query-syntax.ts';

test.each(['openai', 'sam altman, openai', 'e-mail', 'C++', 'a - b', 'Portland or', 'shows: x'])(
  'treats %s as plain words',
  (text) => {
    expect(mayHaveQuerySyntax(text)).toBe(false);
  },
);

test('detects every use of query syntax', () => {
  const part = fc.constantFrom(
    ...'a -b +c "d e" OR AND -title:g h* spoken: “x” - ++ , «y» –k －l ＋m show：n opqr＊ & ， 、 ( ) (i j) | NOT （q ｜ r|s'.split(
      ' ',
    ),
    ...FIELD_NAMES.map((name) => `${name}:f`),
  );
  const text = fc
    .array(part, { maxLength: 6 })
    .map((parts) => parts.join(' '))
    .map((typed) => typed.replaceAll('， ', '，'));
  fc.assert(
    fc.property(text, (typed) => {
      const isUsed = splitAtCommas(typed).some((piece) => hasQuerySyntax(piece.trim()));
      expect(isUsed && !mayHaveQuerySyntax(typed)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
