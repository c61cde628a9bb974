import * as fc from 'fast-check';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fuzzRuns } from '../test-runs.ts';
import { FTS_TOKENIZER } from './fts-expression.ts';
import { inspectTokenizer } from './fixtures/inspect-tokenizer.ts';
import { tokensOf } from './tokenize.ts';
import { DROPPED_MARKS, FOLDED_FROM, FOLDED_TO, TOKEN_RANGES } from './token-table.ts';

/** FTS5 treats all code points above the same. */
const LAST_CODE_POINT = 0x1ffff;

function codes(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}

describe('the table of tokens', () => {
  it('says of every code point what FTS5 does with it', () => {
    const behaviour = inspectTokenizer(LAST_CODE_POINT);
    const ranges = TOKEN_RANGES.split(' ')
      .map((range) => range.split('-').map((edge) => parseInt(edge, 36)))
      .filter(([first]) => first! <= LAST_CODE_POINT)
      .map(([first, last]) => [first, Math.min(last!, LAST_CODE_POINT)]);
    expect(behaviour.ranges).toEqual(ranges);
    expect(behaviour.dropped).toEqual(codes(DROPPED_MARKS));
    expect(behaviour.folds.map(([from]) => from)).toEqual(codes(FOLDED_FROM));
    expect(behaviour.folds.map(([, to]) => to)).toEqual(codes(FOLDED_TO));
  });
});

const instances = z.array(z.tuple([z.string()]));

/** The tokens that FTS5 stores. */
function indexer(): (text: string) => string[] {
  const database = new Database(':memory:');
  database.exec(`
    CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = "${FTS_TOKENIZER}");
    CREATE VIRTUAL TABLE tokens USING fts5vocab(texts, instance);`);
  const insert = database.prepare('INSERT INTO texts (text) VALUES (?)');
  const read = database.prepare('SELECT term FROM tokens ORDER BY "offset"').raw();
  return (text) => {
    database.exec('DELETE FROM texts');
    insert.run(text);
    return instances.parse(read.all()).map(([term]) => term);
  };
}

describe('the words of a text', () => {
  it('are those FTS5 finds in it, for any text', () => {
    const indexed = indexer();
    const letters = fc.constantFrom(
      ...Array.from(
        'aZ09 \n.-’\'"&ßẞéÉİıſςΣйЁœǅǆﬁ\u0301\u0308\u030A\u0332\u0345\u20E3\uFE0F\u200D日本한글हिन्दी😀🤖🏻\uE000',
      ),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: letters, maxLength: 40 }),
    );
    fc.assert(
      fc.property(text, (written) => {
        // NUL ends a text in SQLite; the catalogue stores none.
        const stored = written.replaceAll('\0', '').normalize('NFC');
        expect(tokensOf(written.replaceAll('\0', ''))).toEqual(indexed(stored));
      }),
      { numRuns: fuzzRuns(700) },
    );
  });

  it.each([
    ['Tobi Lütke’s C++', ['tobi', 'lutke', 's', 'c']],
    ['ESPAÑA espan\u0303a', ['espana', 'espana']],
    ['a16z — U.S.', ['a16z', 'u', 's']],
    ['🎙️Sam🤖AI', ['sam', 'ai']],
    ['東京 2026年', ['東京', '2026年']],
    ['¡!*"()', []],
  ])('of %j are %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });
});
