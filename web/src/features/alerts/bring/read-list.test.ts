import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCell, writeCsv } from '#shared/text/write-csv.ts';
import { readCsv } from './csv.ts';
import { type ListLine, MAX_LINES, readList } from './read-list.ts';

function linesOf(text: string): ListLine[] {
  const list = readList(text);
  if (list.kind !== 'alerts') throw new Error('the list is OPML');
  return list.lines;
}

const keywordsIn = (text: string) => linesOf(text).map(({ keyword }) => keyword);

describe('readList', () => {
  test.each([
    ['one a line', 'OpenAI\nsam altman\n', ['OpenAI', 'sam altman']],
    ['lines of Windows, and empty ones', '\r\n OpenAI \r\n\r\na16z', ['OpenAI', 'a16z']],
    ['a comma within a line', 'Washington, DC\nNEA', ['Washington, DC', 'NEA']],
    ['one line alone', 'openai', ['openai']],
    ['nothing', ' \n\t\n', []],
    ['a byte order mark', '\uFEFFkeyword\nOpenAI', ['OpenAI']],
    [
      'CSV with a column of any case',
      'ID,Keyword\n1,OpenAI\n2,"sam ""x"" altman"\n',
      ['OpenAI', 'sam "x" altman'],
    ],
    ['a comma within a cell', 'id,keyword,enabled\r\n7,"rust, lang",1\r\n', ['rust, lang']],
    ['a column “query”, with semicolons', 'name;query\nx;openai OR a16z\n', ['openai OR a16z']],
    ['a column “term”, with tabs', 'term\tsince\nopenai\t2025\n', ['openai']],
    ['CSV with fewer cells in a row', 'a,keyword\n1\n2,x\n', ['x']],
    ['CSV with a line break in a cell', 'keyword\n"sam\naltman"', ['sam altman']],
    ['Excel’s line for semicolons', 'sep=;\nkeyword;paused\n"a; b";no\nc;yes\n', ['a; b', 'c']],
    ['Excel’s line of Windows', 'SEP=\t\r\nkeyword\tx\r\na\tb\r\n', ['a']],
    ['Excel’s line for a bar', '"sep=|"\nx|keyword\n1|a, b\n', ['a, b']],
    ['Excel’s line without a column of keywords', 'sep=;\nOpenAI\na16z\n', ['OpenAI', 'a16z']],
    ['a header alone', 'keyword\n', []],
    ['a line in brackets', '[openai]', ['[openai]']],
    ['names that only begin as a header', 'keyword research\nx', ['keyword research', 'x']],
    [
      'operators of other services as they are',
      'intitle:openai | (a16z OR NEA) site:nytimes.com',
      ['intitle:openai | (a16z OR NEA) site:nytimes.com'],
    ],
    ['our own signs', 'title:openai -show:"Hard Fork"', ['title:openai -show:"Hard Fork"']],
  ])('reads %s', (_name, text, wanted) => {
    expect(keywordsIn(text)).toEqual(wanted);
  });

  test.each([
    '<opml version="2.0"><body/></opml>',
    '\uFEFF<?xml version="1.0"?>\n<!-- of an app -->\n<OPML>',
    '<?xml version="1.0"?><outline text="One" xmlUrl="https://one.example/rss"/>',
    '<?xml version="1.0"?><!DOCTYPE opml SYSTEM "http://example.org/opml.dtd"><opml>',
  ])('recognises an OPML list: %s', (text) => {
    expect(readList(text)).toEqual({ kind: 'opml' });
  });

  test('reads the first thousand lines, and reports that there are more', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `word ${at}`);
    for (const text of [many(MAX_LINES + 1).join('\n'), ['keyword', ...many(10_000)].join('\n')]) {
      expect(readList(text)).toMatchObject({ isCut: true });
      expect(keywordsIn(text)).toEqual(many(MAX_LINES));
    }
    expect(readList(many(MAX_LINES).join('\n'))).toMatchObject({ isCut: false });
  });

  const usual = { spoken: true, onlyAbout: false, mail: true, paused: false };
  test.each([
    ['transcripts excluded', 'keyword,notes only\na,yes\nb,no\nc\n', { spoken: false }],
    ['main topic only', 'keyword,only about it\na,yes\nb,no\nc\n', { onlyAbout: true }],
    ['paused', 'Paused;Keyword\nTRUE;a\nFALSE;b\n;c\n', { paused: true }],
    ['not mailed', 'keyword,mailed\na,0\nb,1\nc\n', { mail: false }],
    [
      'all of them',
      'keyword,only about it,mailed,paused\na,yes,no,yes\nb,x,x,x\nc\n',
      { onlyAbout: true, mail: false, paused: true },
    ],
    ['none', 'a\nb\nc\n', {}],
  ])('reads the settings of alerts: %s', (_name, text, first) => {
    expect(linesOf(text)).toEqual(
      [{ ...usual, ...first }, usual, usual].map((state, at) => {
        const keyword = 'abc'.charAt(at);
        return { keyword, ...state };
      }),
    );
  });

  test('reads any text quickly and without errors', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '"',
        ',',
        '\n',
        '\r',
        '(',
        ')',
        ' OR ',
        ':',
        '[',
        '{',
        '<opml',
        "'",
        '=',
        'a',
        '\uFEFF',
      ),
    });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (text) => {
        const list = readList(text);
        if (list.kind === 'alerts')
          for (const { keyword } of list.lines) expect(keyword).not.toMatch(/^\s|\s$|^$|\n/);
      }),
    );
    // Fails by timeout if parsing takes quadratic time.
    for (const part of ['"', 'a,', '(', '\n', '{"a":', '<!-- ', ' ', '<!doctype ']) {
      readList(part.repeat(1_000_000 / part.length));
    }
  });
});

describe('CSV', () => {
  test('reads back what it wrote, and starts no formula', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({
        unit: fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          '＝',
          '＋',
          '－',
          '＠',
          "'",
          '"',
          ',',
          '\n',
          '\r',
          '\t',
          'a',
          ' ',
        ),
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 3 })), (rows) => {
        const text = writeCsv(rows);
        const read = readCsv(text, ',', Infinity);
        expect(read.map((row) => row.map(readCell))).toEqual(rows);
        for (const row of read)
          for (const each of row) expect(each).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
      }),
    );
  });
});
