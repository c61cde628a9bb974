import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_GUID_LENGTH, MAX_TITLE_LENGTH } from './feed-items.ts';
import type { FeedReading } from '../feed-model.ts';
import { item, NOW, rss } from '../fixtures/rss.ts';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { plainText } from './plain-text.ts';
import { MAX_NAME_LENGTH, readFeed } from './read-feed.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures', 'hostile');
const HOSTILE = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.xml'))
  .map((file) => readFileSync(path.join(FOLDER, file)));

const UNSAFE_TEXT =
  /(?!\n)\p{Control}|\p{Surrogate}|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]|>>>|<<<|<[a-z/!?]/iu;

function expectSafeText(text: string, limit: number): void {
  expect(text).not.toMatch(UNSAFE_TEXT);
  expect(text.length).toBeLessThanOrEqual(limit);
  expect(text).toBe(text.trim());
}

/** Code points without a sign in windows-1252. */
const UNUSED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** A title may contain a tag's name as a word, but no formatting. */
function expectSafeTitle(title: string, limit: number): void {
  const withoutNames = title.replace(/<+(?=[a-z/])/gi, '');
  expectSafeText(withoutNames.trim(), limit);
  expect(title.length).toBeLessThanOrEqual(limit);
  expect(title).not.toMatch(/<\/?(?:[abip]|em|strong|span|br)\s*\/?>|>>>|<<</);
}

function expectSafeAddress(address: string | null): void {
  if (address === null) return;
  expect(new URL(address).protocol).toMatch(/^https?:$/);
  expect(address).toBe(new URL(address).href);
  expect(address).not.toMatch(/&(?:amp|#38|#x26);/i);
}

function expectSound(reading: FeedReading): void {
  if (reading.kind === 'refused') {
    expect(reading.message).toMatch(/^[\w ,()-]+\.$/);
    return;
  }
  const droppedCount = Object.values(reading.dropped).reduce((sum, count) => sum + count, 0);
  expect(reading.items.length + droppedCount).toBe(reading.itemsFound);
  expectSafeTitle(reading.show.title, MAX_NAME_LENGTH);
  expectSafeTitle(reading.show.publisher, MAX_NAME_LENGTH);
  expectSafeAddress(reading.show.image);
  for (const item of reading.items) {
    const { guid, title, link, audio, image, description, publishedAtMs, durationSeconds } = item;
    expectSafeTitle(title, MAX_TITLE_LENGTH);
    expect(title).not.toBe('');
    expectSafeText(description, MAX_DESCRIPTION_LENGTH);
    expect(link ?? audio).not.toBeNull();
    [link, audio, image].forEach(expectSafeAddress);
    expect(guid ?? 'x').not.toMatch(/^$|\p{Control}|\p{Surrogate}/u);
    expect((guid ?? '').length).toBeLessThanOrEqual(MAX_GUID_LENGTH);
    expect(publishedAtMs === null || Number.isSafeInteger(publishedAtMs)).toBe(true);
    expect(
      durationSeconds === null || (Number.isInteger(durationSeconds) && durationSeconds > 0),
    ).toBe(true);
  }
}

/** Fragments that mean something to one of the parsers, mixed with random text. */
const piece = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '&',
    '&#',
    '&lt;',
    '&amp;lt;',
    ';',
    '"',
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    'script>',
    '<br',
    '&#60;',
    '&#x3c;',
    '&gt;&gt;&gt;',
    '&amp;',
    'amp;',
    '#38;',
    '&#150;',
    '\u0096',
    '<br/>',
    '<Code/>',
    '>>',
    '<<',
    '\u0000',
    '\u001b',
    '\ud800',
    '\udc00',
    '\u202e',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '👩',
    '🏴',
    '\u{e0067}',
    '\n',
    '<title>',
    '</title>',
    '<item>',
    '</item>',
    '<link>',
    '</link>',
    'javascript:',
    'https://x/',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
const element = fc.constantFrom(
  'title',
  'link',
  'guid',
  'description',
  'content:encoded',
  'pubDate',
  'itunes:duration',
  'author',
  'a',
);

describe('whatever comes in, readFeed does not throw and gives out only what is safe', () => {
  it('readFeed is safe for random bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.option(fc.string()),
        (bytes, contentType) => {
          expectSound(readFeed(bytes, contentType, NOW));
        },
      ),
      { numRuns: fuzzRuns(500) },
    );
  });

  it('readFeed is safe for mutated hostile feeds', () => {
    const change = fc.record({
      at: fc.nat(12_000),
      remove: fc.nat(40),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        text.map((t) => new TextEncoder().encode(t)),
      ),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...HOSTILE),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (bytes, changes) => {
          let changed = Buffer.from(bytes);
          for (const { at, remove, insert } of changes) {
            const start = changed.length === 0 ? 0 : at % changed.length;
            changed = Buffer.concat([
              changed.subarray(0, start),
              insert,
              changed.subarray(start + remove),
            ]);
          }
          expectSound(readFeed(changed, null, NOW));
        },
      ),
      { numRuns: fuzzRuns(500) },
    );
  });

  it('readFeed is safe for any text in any element', () => {
    const wrap = fc.constantFrom(
      (written: string) => written,
      (written: string) => written.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;')),
      (written: string) => `<![CDATA[${written.replaceAll(']]>', '')}]]>`,
    );
    const fields = fc.array(fc.tuple(element, text, wrap), { maxLength: 6 });
    fc.assert(
      fc.property(fields, text, (inside, title) => {
        const elements = inside
          .map(([name, written, as]) => `<${name}>${as(written)}</${name}>`)
          .join('');
        const xml = rss(
          `<item>${elements}</item>${item(1)}`,
          `<title><![CDATA[${title}]]></title>${elements}`,
        );
        expectSound(readFeed(new TextEncoder().encode(xml), null, NOW));
        const base = title.replace(/["&<]/g, '');
        const based = xml.replace('<channel>', () => `<channel xml:base="https://x/${base}">`);
        expectSound(readFeed(new TextEncoder().encode(based), null, NOW));
      }),
      { numRuns: fuzzRuns(500) },
    );
  });
});

describe('one broken item', () => {
  it('a broken text of one item costs no other item', () => {
    const html = fc.constantFrom(
      '<p>',
      '</p>',
      '<br>',
      '<b>',
      '</i>',
      '<a href="x',
      '">',
      '<input disabled>',
      '<',
      '< ',
      '<3',
      '</',
      '<!doctype html>',
      '<!',
      '<?',
      '&',
      'word',
      ' ',
      '<div>'.repeat(120),
    );
    const name = fc.constantFrom('description', 'content:encoded', 'itunes:summary', 'title');
    fc.assert(
      fc.property(name, fc.array(html, { maxLength: 12 }), (element, pieces) => {
        const text = `<${element}>${pieces.join('')}</${element}>`;
        const xml = rss(item(1) + item(2, text) + item(3));
        const reading = readFeed(new TextEncoder().encode(xml), null, NOW);
        expectSound(reading);
        const titles = reading.kind === 'read' ? reading.items.map(({ title }) => title) : [];
        expect(titles).toEqual(expect.arrayContaining(['Episode 1', 'Episode 3']));
      }),
      { numRuns: fuzzRuns(500) },
    );
  });

  it.each([
    ['tags that are not closed', '<p>'.repeat(200_000)],
    ['end tags that close nothing', '<b>'.repeat(100_000) + '</i>'.repeat(100_000)],
    ['signs', '<'.repeat(500_000)],
    ['comments without an end', '<!--'.repeat(200_000)],
    ['CDATA sections without an end', '<![CDATA['.repeat(100_000)],
    ['instructions without an end', '<?'.repeat(300_000)],
    ['texts within texts', '<title>'.repeat(100_000)],
    ['items within items', '<item>'.repeat(100_000)],
    ['half attributes', '<a x="'.repeat(100_000)],
    ['blanks in tags', `<a${' '.repeat(1_000_000)}`],
    ['ends of items', '</item>'.repeat(100_000)],
  ])('reads an item with many %s without blowing up', (_, html) => {
    const xml = rss(`${item(1)}${item(2, `<description>${html}</description>`)}${item(3)}`);
    withoutBlowUp(() => readFeed(new TextEncoder().encode(xml), null, NOW));
  });
});

describe('plainText', () => {
  it('plainText is safe for any text', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (html, limit) => {
        expectSafeText(plainText(html, limit), limit);
      }),
      { numRuns: fuzzRuns(500) },
    );
  });

  it('plainText keeps words apart that a sign of windows-1252 divides', () => {
    const control = fc.integer({ min: 0x80, max: 0x9f }).filter((code) => !UNUSED.includes(code));
    const written = control.chain((code) =>
      fc.constantFrom(String.fromCharCode(code), `&#${code};`, `&#x${code.toString(16)};`),
    );
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 4 }), (signs) => {
        expect(plainText(`copper${signs.join('')}tin`, 100)).toMatch(/^copper[^\p{Control}]+tin$/u);
      }),
    );
  });

  it('plainText is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (written) => {
        const once = plainText(written.replaceAll('&', ''), 1000);
        expect(plainText(once, 1000)).toBe(once);
      }),
      { numRuns: fuzzRuns(300) },
    );
  });
});
