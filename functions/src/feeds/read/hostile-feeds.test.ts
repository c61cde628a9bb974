import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOW, type ReadFeed } from '../fixtures/rss.ts';
import { readFeed } from './read-feed.ts';
import type { FeedReading } from '../feed-model.ts';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures', 'hostile');

interface HostileCase {
  file: string;
  contentType: string | null;
  verdict: string;
  mustLeadTo: string;
  chosen: string;
}

const CASES: HostileCase[] = readFileSync(path.join(FOLDER, 'INDEX.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [file = '', served = '', verdict = '', mustLeadTo = '', chosen = ''] = line.split('\t');
    const contentType = /^\d+ ([^,]+)/.exec(served)?.[1] ?? null;
    return { file, contentType, verdict, mustLeadTo, chosen };
  });

function reading(name: string): FeedReading {
  const found = CASES.find(({ file }) => file.startsWith(`${name}-`));
  if (!found) throw new Error(`no case ${name}`);
  return readFeed(readFileSync(path.join(FOLDER, found.file)), found.contentType, NOW);
}

function read(name: string): ReadFeed {
  const result = reading(name);
  if (result.kind !== 'read') throw new Error(`refused: ${result.code}`);
  return result;
}

const titles = (name: string) => read(name).items.map(({ title }) => title);

const outcome = (result: FeedReading) =>
  result.kind === 'read' ? `read ${result.items.length}` : result.code;

describe('a hostile feed ends as the index says', () => {
  it('the index lists all cases', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(43);
  });

  it.each(CASES)('$file ($verdict): $mustLeadTo', ({ file, contentType, verdict, chosen }) => {
    const bytes = readFileSync(path.join(FOLDER, file));
    const result = withoutBlowUp(() => readFeed(bytes, contentType, NOW));
    expect(outcome(result)).toBe(chosen);
    if (verdict === 'reject') expect(result.kind).toBe('refused');
    if (verdict.startsWith('parse')) expect(chosen).toBe(verdict.replace('parse', 'read'));
  });
});

describe('what the hostile feeds lead to', () => {
  it('09: states the line and quotes nothing of the feed', () => {
    expect(reading('09')).toMatchObject({ message: 'The document is not well-formed (line 9).' });
  });

  it('06: does not follow an include', () => {
    expect(read('06').items[0]?.description).toBe('');
  });

  it.each(['19', '22', '23'])('%s: decodes the feed', (name) => {
    const expected = name === '19' ? 'Zürich, Łódź, 東京 and 🎙️' : 'Café Zürich';
    expect(titles(name)[0]).toBe(expected);
  });

  it('21: removes the byte order mark', () => {
    expect(JSON.stringify(read('21'))).not.toContain('\ufeff');
  });

  it('26 and 27: removes control characters and surrogates', () => {
    expect(titles('26')[0]).toBe('Bell null escape [31mred[0m');
    expect(titles('27')[0]).toMatch(/^Null . bell del surrogate . noncharacter$/u);
    expect(JSON.stringify([read('26'), read('27')])).not.toMatch(
      /\\u00|\\ud[89a-f]|\p{Surrogate}/u,
    );
  });

  it('29: reads all ids as written', () => {
    const ids = read('29').items.map(({ guid }) => guid);
    expect(new Set(ids).size).toBe(12);
    expect(ids.slice(0, 5)).toEqual(['a/b/c', '..', '.', '__proto__', '__name__']);
  });

  it('30: counts items without a title, or without link and audio', () => {
    expect(read('30')).toMatchObject({
      itemsFound: 4,
      dropped: { 'no-title': 1, 'no-link-or-audio': 2 },
    });
  });

  it('31: a title must be readable', () => {
    expect(titles('31')).toEqual(['Good episode 1', 'Title only in itunes:title']);
    expect(read('31').dropped).toEqual({ 'no-title': 6 });
  });

  it('32: reads future dates, except one beyond the calendar', () => {
    const dates = read('32').items.map(({ publishedAtMs }) => publishedAtMs);
    expect(dates.map((ms) => ms && new Date(ms).toISOString().slice(0, 10))).toEqual([
      '2026-10-05',
      '2090-01-01',
      '9999-12-31',
      null,
      '2026-11-22',
    ]);
  });

  it('33: reads valid dates and ignores the others', () => {
    const byNumber = new Map(
      read('33').items.map(({ title, publishedAtMs }) => [/\d+/.exec(title)?.[0], publishedAtMs]),
    );
    const known = [...byNumber].filter(([, ms]) => ms !== null).map(([number]) => number);
    expect(known).toEqual(['3', '4', '5', '6', '9', '11', '12', '15']);
    for (const number of ['3', '4', '5', '6', '11', '12']) {
      const day = new Date(byNumber.get(number) ?? 0).toISOString().slice(0, 10);
      expect(day, `date ${number}`).toBe('2026-10-05');
    }
    expect(byNumber.get('9')).toBe(Date.UTC(2025, 9, 5, 10));
    expect(byNumber.get('15')).toBe(0);
  });

  it('35: accepts pictures of the web only, with https', () => {
    expect(read('35').items.map(({ image }) => image)).toEqual([
      null,
      null,
      'https://example.com/no-tls.jpg',
      null,
      'https://example.com/track.gif?email=x@example.com',
    ]);
    expect(read('35').items[0]?.description).toBe('text');
  });

  it('38: joins pieces of CDATA', () => {
    expect(read('38').items[0]).toMatchObject({ title: 'a ]]> b', description: 'One & two three' });
  });

  it('39: reads a stray end of CDATA as text', () => {
    expect(read('39').items[0]?.description).toBe('plain ]]> in text');
  });

  it('40: decodes once more than XML requires', () => {
    expect(titles('40')).toEqual(['R&D at AT&T', '5 < 6']);
    expect(read('40').items[0]?.description).toBe("&amp;amp; 'quoted'");
  });

  it('41: reads bare ampersands and HTML entities', () => {
    expect(read('41').items[0]).toMatchObject({
      title: 'R&D at AT&T',
      description: 'café — naïve',
    });
  });

  it('44: recognises namespaces by address, not by prefix', () => {
    expect(titles('44')).toEqual(['Real title']);
  });

  it('47: reads titles as written', () => {
    expect(titles('47')).toEqual([
      '=HYPERLINK("https://evil.example","click")',
      "'; DROP TABLE episodes; --",
      '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}',
      '../../../../etc/passwd',
      '%s%n%x %00 \\u0000 \\x00',
      '@SUM(1+1)*cmd|calc!A0',
    ]);
  });

  it('50: reads an Atom feed with an entry without audio', () => {
    expect(read('50').items).toMatchObject([
      {
        title: 'Bold title',
        audio: 'https://example.com/1.mp3',
        link: 'https://example.com/1',
        description: 'Text',
      },
      { title: 'Text only', audio: null, link: 'https://example.com/2' },
    ]);
  });

  it('51: reads the first channel only', () => {
    expect(read('51')).toMatchObject({ show: { title: 'First' }, itemsFound: 1 });
  });

  it('52: reads the first of repeated fields', () => {
    expect(read('52').items[0]).toMatchObject({
      title: 'One',
      guid: 'a',
      link: 'https://example.com/1',
      audio: 'https://example.com/1.mp3',
      description: 'd1',
      publishedAtMs: Date.UTC(2026, 9, 5, 10),
    });
  });

  it('53: reads text that looks like a number as text', () => {
    expect(read('53').items.map(({ title, guid }) => [title, guid])).toEqual([
      ['1984', '007'],
      ['0x1F', '7'],
      ['true', 'null'],
      ['12345678901234567890', '12345678901234567890'],
    ]);
    expect(read('53').items[0]?.description).toBe('1e3');
  });
});
