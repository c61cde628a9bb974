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
  it('states the line and quotes nothing of the feed (case 09)', () => {
    expect(reading('09')).toMatchObject({ message: 'The document is not well-formed (line 9).' });
  });

  it('does not follow an include (case 06)', () => {
    expect(read('06').items[0]?.description).toBe('');
  });

  it.each(['19', '22', '23'])('decodes the feed of case %s', (name) => {
    const expected = name === '19' ? 'Zürich, Łódź, 東京 and 🎙️' : 'Café Zürich';
    expect(titles(name)[0]).toBe(expected);
  });

  it('removes the byte order mark (case 21)', () => {
    expect(JSON.stringify(read('21'))).not.toContain('\ufeff');
  });

  it('26 and 27: removes control characters and surrogates', () => {
    expect(titles('26')[0]).toBe('Bell null escape [31mred[0m');
    expect(titles('27')[0]).toMatch(/^Null . bell del surrogate . noncharacter$/u);
    expect(JSON.stringify([read('26'), read('27')])).not.toMatch(
      /\\u00|\\ud[89a-f]|\p{Surrogate}/u,
    );
  });

  it('reads all ids as written (case 29)', () => {
    const ids = read('29').items.map(({ guid }) => guid);
    expect(new Set(ids).size).toBe(12);
    expect(ids.slice(0, 5)).toEqual(['a/b/c', '..', '.', '__proto__', '__name__']);
  });

  it('counts empty items, and items without link and audio (case 30)', () => {
    expect(read('30')).toMatchObject({
      itemsFound: 4,
      dropped: { empty: 1, 'no-link-or-audio': 2 },
    });
  });

  it('calls items without a readable title by their notes (case 31)', () => {
    const notes = Array.from({ length: 6 }, () => 'A plain description.');
    expect(titles('31')).toEqual(['Good episode 1', ...notes, 'Title only in itunes:title']);
    expect(read('31').dropped).toEqual({});
  });

  it('reads future dates, except one beyond the calendar (case 32)', () => {
    const dates = read('32').items.map(({ publishedAtMs }) => publishedAtMs);
    expect(dates.map((ms) => ms && new Date(ms).toISOString().slice(0, 10))).toEqual([
      '2026-10-05',
      '2090-01-01',
      '9999-12-31',
      null,
      '2026-11-22',
    ]);
  });

  it('reads valid dates and ignores the others (case 33)', () => {
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

  it('accepts pictures of the web only, with https (case 35)', () => {
    expect(read('35').items.map(({ image }) => image)).toEqual([
      null,
      null,
      'https://example.com/no-tls.jpg',
      null,
      'https://example.com/track.gif?email=x@example.com',
    ]);
    expect(read('35').items[0]?.description).toBe('text');
  });

  it('joins pieces of CDATA (case 38)', () => {
    expect(read('38').items[0]).toMatchObject({ title: 'a ]]> b', description: 'One & two three' });
  });

  it('reads a stray end of CDATA as text (case 39)', () => {
    expect(read('39').items[0]?.description).toBe('plain ]]> in text');
  });

  it('decodes once more than XML requires (case 40)', () => {
    expect(titles('40')).toEqual(['R&D at AT&T', '5 < 6']);
    expect(read('40').items[0]?.description).toBe("&amp;amp; 'quoted'");
  });

  it('reads bare ampersands and HTML entities (case 41)', () => {
    expect(read('41').items[0]).toMatchObject({
      title: 'R&D at AT&T',
      description: 'café — naïve',
    });
  });

  it('recognises namespaces by address, not by prefix (case 44)', () => {
    expect(titles('44')).toEqual(['Real title']);
  });

  it('reads titles as written (case 47)', () => {
    expect(titles('47')).toEqual([
      '=HYPERLINK("https://evil.example","click")',
      "'; DROP TABLE episodes; --",
      '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}',
      '../../../../etc/passwd',
      '%s%n%x %00 \\u0000 \\x00',
      '@SUM(1+1)*cmd|calc!A0',
    ]);
  });

  it('reads an Atom feed with an entry without audio (case 50)', () => {
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

  it('reads only the first channel (case 51)', () => {
    expect(read('51')).toMatchObject({ show: { title: 'First' }, itemsFound: 1 });
  });

  it('reads the first of repeated fields (case 52)', () => {
    expect(read('52').items[0]).toMatchObject({
      title: 'One',
      guid: 'a',
      link: 'https://example.com/1',
      audio: 'https://example.com/1.mp3',
      description: 'd1',
      publishedAtMs: Date.UTC(2026, 9, 5, 10),
    });
  });

  it('reads text that looks like a number as text (case 53)', () => {
    expect(read('53').items.map(({ title, guid }) => [title, guid])).toEqual([
      ['1984', '007'],
      ['0x1F', '7'],
      ['true', 'null'],
      ['12345678901234567890', '12345678901234567890'],
    ]);
    expect(read('53').items[0]?.description).toBe('1e3');
  });
});
