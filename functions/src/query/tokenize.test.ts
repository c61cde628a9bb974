import * as fc from 'fast-check';
import Database from 'libsql';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { FTS_TOKENIZER } from './fts-expression.ts';
import { drawnText } from './fixtures/drawn-texts.ts';
import { readText, tokenAt } from './read-text.ts';
import { DIVIDER, foldedText, indexedTokens, ownTokens, tokensOf } from './tokenize.ts';

describe('tokensOf', () => {
  it.each([
    ['Beyoncé’s a16z', ['beyonce', 's', 'a16z', DIVIDER, 'beyonces', 'a16z']],
    ['ESPAÑA espan\u0303a', ['espana', 'espana']],
    ['🎙️Sam🤖AI', ['sam', 'ai']],
    ['¡!*"()', []],
    ['A.I. of the U.S.', ['ai', 'of', 'the', 'us']],
    ['J. P. Morgan met J.K.Rowling', ['jp', 'morgan', 'met', 'jk', 'rowling']],
    ['Vitamin A. I quit', ['vitamin', 'a', 'i', 'quit']],
    ['A Ph.D. at 9 a.m.', ['a', 'phd', 'at', '9', 'am']],
    ['C, C+, C++20, C# and .NET', ['c', 'c＋', 'c＋＋', '20', 'c＃', 'and', '．net']],
    ['Ｃ＋＋ and C♯', ['c＋＋', 'and', 'c＃']],
    ['Disney+ of the net', ['disney', 'of', 'the', 'net']],
    ['3.5, 3-2 and 1,000', ['3', '5', '3', '2', 'and', '1', '000']],
    ['Hitman™ x² H₂O ½ ﬁn ①', ['hitman', 'x2', 'h2o', '1', '2', 'fin', '1']],
    ['Straße ΣΊΣΥΦΟΣ İzmir ısı Łódź Þór', ['strasse', 'σισυφοσ', 'izmir', 'isi', 'lodz', 'thor']],
    ['Артём Йод Їжак', ['артем', 'йод', 'їжак']],
    ['مُحَمَّد أحمد محمـد علي على', ['محمد', 'احمد', 'محمد', 'علي', 'علي']],
    [
      'R&D ＆ Löwen & a&&b',
      [
        'r',
        'and',
        'd',
        'and',
        'lowen',
        'and',
        'a',
        'b',
        DIVIDER,
        'd',
        'and',
        'loewen',
        'and',
        'a',
        'b',
      ],
    ],
    ['علی کریمی، مكتبة', ['علي', 'كريمي', 'مكتبه']],
    ['יְרוּשָׁלַיִם צה״ל צה"ל', ['ירושלים', 'צהל', 'צהל']],
    ['דוח בOpenAI', ['דוח', 'ב', 'openai', DIVIDER, 'ב', 'open·ai']],
    ['दिल्ली বাংলা', ['दिल्ली', 'বাংলা']],
    ['人工知能とAI', ['人工', '工知', '知能', '能と', 'と', 'ai']],
    ['東京 2026年', ['東京', '京', '2026', '年']],
    ['ｶﾞﾝﾀﾞﾑ', ['ガン', 'ンダ', 'ダム', 'ム']],
    ['삼성전자는 수', ['삼성', '·성전', '·전자', '·자는', '수']],
    ['ไทยนี้', ['ไท', 'ทย', 'ยนี้', 'นี้']],
    ['so\u00ADft Sat\u200Bya \u202Aback\u202C', ['soft', 'satya', 'back']],
    ['\ufdfa', ['صلي', 'الله', 'عليه', 'وسلم']],
    ['a\ud83db \udc00', ['a', 'b']],
  ])('splits %j into %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it.each([
    ['at Wal-Mart now', 'walmart', 'at walmart now'],
    ['Tim O’Reilly’s media', 'oreilly', 'tim oreilly s media'],
    ['a McDonald’s by night', 'mcdonalds', 'a mcdonalds by night ｜ a mc·donald s'],
    ['we use Node.js here', 'nodejs', 'we use nodejs here'],
    ['the GPT-4o model', 'gpt4o', 'the gpt4o model'],
    ['Jürgen Müller kam', 'mueller', 'juergen mueller kam'],
    ['Novak Đoković wins', 'djokovic', 'novak djokovic wins'],
    ['how OpenAI works now', 'open·ai', 'how open·ai works'],
    ['at JPMorganChase in', 'jp·morgan', 'at jp·morgan morgan·chase in'],
    ['at #COP28Summit, ok', 'cop28·summit', 'at cop28·summit ok'],
    ['by AC/DC’s fans', 'acdc', 'by acdc s fans'],
    ['the G\u00a07 in July', 'g7', 'the g7 in july'],
    ['B B King sang', 'bb', 'bb king sang'],
    ['ティム・クック', 'ムク', 'ティ ィム ムク クッ ック ク'],
    ['one two three Wal-Mart four five six seven', 'walmart', 'two three walmart four five six'],
  ])('adds another spelling of %j after a divider: %s', (text, word, run) => {
    const tokens = tokensOf(text);
    const divider = tokens.indexOf(DIVIDER);
    expect(tokens.slice(divider + 1).join(' ')).toBe(run);
    expect(ownTokens(text)).toEqual(tokens.slice(0, divider));
    expect(ownTokens(text)).not.toContain(word);
  });

  it.each([
    'She’ll see it’s fine',
    'l’homme qu’il aime',
    'C++-like',
    'für Elise',
    'Plan A I like',
    'foo-bar-baz-qux-quux',
    'see https://foo-bar.com/a-b and me@foo-bar.com',
    'It ended.He left',
    '2-1 after 3-2',
    'CEOs, LLMs and NASA on a 4K TV',
    'see https://x.com/OpenAI or @OpenAI',
    'his/her, and/or, 24/7',
    'AaBbCcDdEe and aVeryLongNameOfTwentySevenLetters',
    'A 4 percent rise',
  ])('adds no other spelling of %j', (text) => {
    expect(tokensOf(text)).not.toContain(DIVIDER);
  });
});

test.each([
  ['Why Target fell on target', ['why', 'target']],
  ['eBay, NASA and the iPhone', ['ebay', 'nasa', 'iphone']],
  ['Ännchen von Tharau', ['annchen', 'tharau']],
  ['人工知能 and 5G', ['5g']],
  ['no name here', []],
])('takes the names of %j for %j', (text, names) => {
  const marked = indexedTokens(text).filter((token) => token.startsWith('｜｜'));
  expect(marked.map((token) => token.slice(2))).toEqual(names);
});

describe('arbitrary text', () => {
  it('SQLite splits the folded text into the same tokens', () => {
    const database = new Database(':memory:');
    database.exec(`
      CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = "${FTS_TOKENIZER}");
      CREATE VIRTUAL TABLE tokens USING fts5vocab(texts, instance);`);
    const insert = database.prepare('INSERT INTO texts (text) VALUES (?)');
    const read = database.prepare('SELECT term FROM tokens ORDER BY "offset"').raw();
    const instances = z.array(z.tuple([z.string()]));
    fc.assert(
      fc.property(fc.oneof(drawnText, fc.string({ unit: 'binary' })), (text) => {
        database.exec('DELETE FROM texts');
        insert.run(foldedText(text));
        expect(instances.parse(read.all()).flat()).toEqual(indexedTokens(text));
      }),
      { numRuns: fuzzRuns(700) },
    );
  });

  it('the text at a token’s offsets contains the token', () => {
    fc.assert(
      fc.property(fc.oneof(drawnText, fc.string({ unit: 'grapheme' })), (text) => {
        const read = readText(text);
        let before = 0;
        const tokens: [number, number, string][] = [];
        for (let index = 0; index < read.count; index += 1) {
          const start = read.starts[index]!;
          const end = read.ends[index]!;
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          before = start;
          tokens.push([start, end, tokenAt(read, index)]);
        }
        for (const [start, end, token] of tokens) {
          const there = tokensOf(text.slice(start, end)).map((each) => each.replace('·', ''));
          expect(there).toContain(token.replace('·', ''));
        }
      }),
      { numRuns: fuzzRuns(700) },
    );
  });
});

describe('large texts', () => {
  const MARKS = '\u0301\u0316';
  it.each([
    ['marks', `a${MARKS.repeat(5_000_000)} b`, 2],
    ['Thai', 'ปัญญาประดิษฐ์'.repeat(80_000), 1_040_000],
    ['joined parts', 'ab-'.repeat(1_000_000), 1_000_000],
    ['joined words', 'ab-cd '.repeat(30_000), 120_000],
    ['words joined far apart', 'a-b x x x x x x '.repeat(10_000), 200_000],
    ['ligatures that grow', '\ufdfa'.repeat(100_000), 400_001],
    ['halves of pairs', '\ud83d'.repeat(1_000_000), 0],
    ['initials', 'X. '.repeat(100_000), 100_000],
    ['umlauts', 'Ä'.repeat(1_000_000), 2_000],
    ['signs', 'c+'.repeat(100_000), 200_000],
    ['names', 'aB Cd '.repeat(100_000), 400_001],
    ['slashes', 'AB/'.repeat(300_000), 300_000],
    ['numbers', 'G 7 '.repeat(100_000), 500_000],
    ['gaps', ' .-'.repeat(1_000_000), 0],
  ])('limits the tokens of a megabyte or more of %s', (_name, text, most) => {
    expect(tokensOf(text).length).toBeLessThanOrEqual(most);
  });
});
