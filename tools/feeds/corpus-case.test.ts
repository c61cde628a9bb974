import { describe, expect, it } from 'vitest';
import type { FeedReading } from '../../functions/src/feeds/feed-model.ts';
import { type Expectation, judgeReading, readCorpusIndex } from './corpus-case.ts';

const show = { title: 'S', publisher: 'S', image: null, language: null, blocked: false };
const episode = {
  guid: null,
  title: 'T',
  link: 'https://example.com/',
  audio: null,
  image: null,
  description: '',
  publishedAtMs: null,
  durationSeconds: null,
  transcripts: [],
  chapters: [],
  chapterFiles: [],
  persons: [],
};
const read = (kept: number, dropped = {}, itemsFound = kept): FeedReading => ({
  kind: 'read',
  show,
  items: Array.from({ length: kept }, () => episode),
  itemsFound,
  dropped,
});
const refused: FeedReading = { kind: 'refused', code: 'empty', message: 'Empty.' };

describe('readCorpusIndex', () => {
  it('reads an index of verdicts', () => {
    const tsv =
      'file\thow it is served\tverdict\twhat\r\n' +
      'a.xml\t200 text/xml; charset=utf-8, Retry-After: 120\treject\tx\n' +
      'b.xml\t200 text/xml\tparse 12\tx\nc.xml\t\tdecide\tx\nmake x\tgenerated\treject\tx\n';
    expect(readCorpusIndex(tsv)).toEqual([
      { file: 'a.xml', contentType: 'text/xml; charset=utf-8', expected: { kind: 'refused' } },
      { file: 'b.xml', contentType: 'text/xml', expected: { kind: 'kept', items: 12 } },
      { file: 'c.xml', contentType: null, expected: { kind: 'either' } },
      { file: 'make x', contentType: null, expected: { kind: 'skipped', why: 'generated' } },
    ]);
  });

  it('reads an index of counts', () => {
    expect(readCorpusIndex('file\thost\titems (a; b)\na.xml\tx\t34; 35\n')).toEqual([
      { file: 'a.xml', contentType: null, expected: { kind: 'count', items: 34 } },
    ]);
  });

  it.each([
    '',
    'name\tverdict\n',
    'file\tsize\na\t1\n',
    'file\titems\na\tmany\n',
    'file\tverdict\na\tmaybe\n',
  ])('refuses %j', (tsv) => {
    expect(() => readCorpusIndex(tsv)).toThrow(/^the index has/);
  });
});

describe('judgeReading', () => {
  const cases: [string, Expectation, FeedReading, boolean][] = [
    ['the count, all kept', { kind: 'count', items: 2 }, read(2), true],
    ['the count, some dropped', { kind: 'count', items: 3 }, read(2, { repeated: 1 }, 3), true],
    ['an item not accounted for', { kind: 'count', items: 3 }, read(2, {}, 3), false],
    ['another count', { kind: 'count', items: 3 }, read(2), false],
    ['a refusal where items are counted', { kind: 'count', items: 0 }, refused, false],
    ['the number kept', { kind: 'kept', items: 1 }, read(1, { 'no-title': 2 }, 3), true],
    ['another number kept', { kind: 'kept', items: 2 }, read(1, { 'no-title': 1 }, 2), false],
    ['a refusal where items are kept', { kind: 'kept', items: 0 }, refused, false],
    ['a refusal that is wanted', { kind: 'refused' }, refused, true],
    ['a reading that should be refused', { kind: 'refused' }, read(0), false],
    ['a refusal by choice', { kind: 'either' }, refused, true],
    ['a reading by choice', { kind: 'either' }, read(1), true],
    ['a choice to read nothing', { kind: 'either' }, read(0), false],
  ];
  it.each(cases)('%s', (_, expected, reading, passed) => {
    expect(judgeReading(expected, reading).passed).toBe(passed);
  });

  it('tells what was found', () => {
    expect(judgeReading({ kind: 'count', items: 3 }, read(2, { repeated: 1 }, 3)).found).toBe(
      '2 kept of 3, 1 repeated',
    );
    expect(judgeReading({ kind: 'either' }, refused).found).toBe('refused: empty (chosen)');
  });
});
