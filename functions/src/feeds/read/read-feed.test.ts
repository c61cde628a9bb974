import { describe, expect, it } from 'vitest';
import { MAX_DESCRIPTION_LENGTH, MAX_ITEMS, MAX_TITLE_LENGTH } from './feed-items.ts';
import { MAX_DEPTH, MAX_ELEMENTS, MAX_ITEMS_FOUND } from './check-feed-xml.ts';
import { firstItem, item, NOW, type ReadFeed, readText, rss } from '../fixtures/rss.ts';
import { MAX_NAME_LENGTH, readFeed } from './read-feed.ts';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';

const refusal = (xml: string) => {
  const reading = readFeed(new TextEncoder().encode(xml), null, NOW);
  return reading.kind === 'refused' ? reading.code : 'read';
};

describe('what real hosts publish', () => {
  it('reads a feed with a blank line before its declaration', () => {
    expect(readText(`\n${rss(item(1))}`).items).toHaveLength(1);
  });

  it('reads a feed in UTF-16', () => {
    const bytes = Buffer.from(`\ufeff${rss(item(1, '', '東京 🎙'))}`, 'utf16le');
    expect(readText(bytes).items[0]?.title).toBe('東京 🎙');
  });

  it('does not repair mojibake of the host', () => {
    expect(firstItem(rss(item(1, '', 'glÃ¶mmer'))).title).toBe('glÃ¶mmer');
  });

  it.each(['Mon, 05 Oct 2026 10:00:00 -0000', 'Mon, 05 Oct 2026 06:00:00 EDT'])(
    'reads the date %s',
    (date) => {
      expect(firstItem(rss(item(1, `<pubDate>${date}</pubDate>`))).publishedAtMs).toBe(
        Date.UTC(2026, 9, 5, 10),
      );
    },
  );

  it.each<[channel: string, language: string | null]>([
    ['<language>pt-BR</language><dc:language>en</dc:language>', 'pt-BR'],
    ['<language> </language><dc:language>fr</dc:language>', 'fr'],
    ['', null],
    ['<language>d\u2028e\u200b</language>', 'd e'],
    [`<language>${'en-'.repeat(400_000)}</language>`, 'en-en-en-en-en-en-en-en-en-en-en-en'],
  ])('reads from %.60s the language %s', (channel, language) => {
    const title = '<title>Show</title><link>https://example.com/</link>';
    expect(readText(rss(item(1), title + channel)).show.language).toBe(language);
  });

  it('falls back to the language of the document', () => {
    const german = (channel: string) =>
      readText(rss(item(1) + channel).replace('<rss', '<rss xml:lang="de"')).show.language;
    expect([german(''), german('<language>en</language>')]).toEqual(['de', 'en']);
  });

  it('falls back to the Dublin Core date', () => {
    const dated = item(1, '<dc:date>2026-10-05T10:00:00Z</dc:date>');
    expect(firstItem(rss(dated)).publishedAtMs).toBe(Date.UTC(2026, 9, 5, 10));
  });

  it('returns future dates for the catalogue to judge', () => {
    const future = item(1, '<pubDate>Fri, 01 Oct 2027 10:00:00 GMT</pubDate>');
    expect(firstItem(rss(future)).publishedAtMs).toBe(Date.UTC(2027, 9, 1, 10));
  });

  it('keeps items that have a link or audio', () => {
    const post = '<item><title>Post</title><link>https://example.com/post</link></item>';
    expect(readText(rss(item(1) + post)).items).toMatchObject([
      { link: null, audio: 'https://example.com/1.mp3' },
      { link: 'https://example.com/post', audio: null },
    ]);
  });

  it('keeps all items that share the link of the show', () => {
    const link = '<link>https://example.com/show</link>';
    expect(readText(rss(item(1, link) + item(2, link))).items).toHaveLength(2);
  });

  it('uses a guid as the link if it is a permalink', () => {
    const enclosure = '<enclosure url="https://example.com/1.mp3" type="audio/mpeg"/>';
    const withGuid = (guid: string) => rss(`<item><title>a</title>${guid}${enclosure}</item>`);
    expect(firstItem(withGuid('<guid>https://example.com/1</guid>')).link).toBe(
      'https://example.com/1',
    );
    expect(
      firstItem(withGuid('<guid isPermaLink="false">https://example.com/1</guid>')).link,
    ).toBeNull();
    expect(firstItem(withGuid('<guid>tag:example.com,1</guid>')).link).toBeNull();
  });

  it('skips a picture among the enclosures', () => {
    const picture = '<enclosure url="https://example.com/1.png" length="0" type="image/png"/>';
    expect(firstItem(rss(item(1, picture))).audio).toBe('https://example.com/1.mp3');
  });

  it('uses the longest version of a description, without scripts', () => {
    const versions =
      '<description>Short</description>' +
      '<content:encoded><![CDATA[<p>Much longer <b>words</b></p><script>track("x".repeat(99))</script>]]></content:encoded>' +
      '<itunes:summary>Shorter</itunes:summary>';
    expect(firstItem(rss(item(1, versions))).description).toBe('Much longer words');
  });

  it('reads a description that is only in itunes:summary', () => {
    expect(firstItem(rss(item(1, '<itunes:summary>Only\nhere</itunes:summary>'))).description).toBe(
      'Only\nhere',
    );
  });

  it('decodes entities and markup in a CDATA title', () => {
    expect(firstItem(rss(item(1, '', '<![CDATA[R&amp;D <i>now</i>]]>'))).title).toBe('R&D now');
  });

  it('resolves bare files against the address of the feed', () => {
    const bare = `<item><title>a</title><guid>id/1</guid><itunes:image href="art/1.png"/>
      <enclosure url="audio/1.mp3" type="audio/mpeg"/>
      <podcast:transcript url="text/1.vtt" type="text/vtt"/>
      <podcast:chapters url="text/1.json" type="application/json+chapters"/></item>`;
    for (const channel of ['<title>Show</title>', undefined]) {
      const bytes = new TextEncoder().encode(rss(bare, channel));
      const reading = readFeed(bytes, null, NOW, 'https://feeds.example/show/rss.xml');
      expect(reading).toMatchObject({
        items: [
          {
            link: null,
            audio: 'https://feeds.example/show/audio/1.mp3',
            image: 'https://feeds.example/show/art/1.png',
            transcripts: [{ url: 'https://feeds.example/show/text/1.vtt' }],
            chapterFiles: [{ url: 'https://feeds.example/show/text/1.json' }],
          },
        ],
      });
    }
  });

  it('keeps the first of repeated items', () => {
    const bare = (title: string, inside: string) => `<item><title>${title}</title>${inside}</item>`;
    const audio = '<enclosure url="https://example.com/x.mp3" type="audio/mpeg"/>';
    const link = '<link>https://example.com/x</link>';
    const reading = readText(
      rss(
        item(1) +
          item(1, '', 'Same guid') +
          bare('a', audio) +
          bare('a', audio) +
          bare('b', audio) +
          bare('c', link) +
          bare('c', link) +
          bare('d', link),
      ),
    );
    expect(reading.items.map(({ title }) => title)).toEqual(['Episode 1', 'a', 'b', 'c', 'd']);
    expect(reading).toMatchObject({ itemsFound: 8, dropped: { repeated: 3 } });
  });

  it('counts empty items as dropped', () => {
    expect(readText(rss(`<item/><item></item>${item(1)}`))).toMatchObject({
      itemsFound: 3,
      dropped: { empty: 2 },
    });
  });

  it('reads Atom with its author and its picture', () => {
    const { show, items } = readText(
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Sendung</title><id>urn:a</id>' +
        '<author><name>Anna</name></author><logo>http://example.com/a.png</logo><link href="https://example.com/"/>' +
        '<entry><id>urn:1</id><title>Eins</title><published>2026-10-05T10:00:00Z</published><updated>2026-11-05T10:00:00Z</updated>' +
        '<link rel="enclosure" type="audio/mpeg" href="/1.mp3"/><summary>Worum es geht</summary></entry></feed>',
    );
    expect(show).toEqual({
      title: 'Sendung',
      publisher: 'Anna',
      image: 'https://example.com/a.png',
      language: 'de',
      blocked: false,
      link: 'https://example.com/',
    });
    expect(items).toEqual([
      {
        guid: 'urn:1',
        title: 'Eins',
        link: null,
        audio: 'https://example.com/1.mp3',
        image: 'https://example.com/a.png',
        description: 'Worum es geht',
        publishedAtMs: Date.UTC(2026, 9, 5, 10),
        durationSeconds: null,
        transcripts: [],
        chapters: [],
        chapterFiles: [],
        persons: [],
      },
    ]);
  });

  it.each([
    ['2880', 2880],
    ['48:00', 2880],
    ['1:12:05', 4325],
    ['90:30', 5430],
    ['754.6', 755],
    ['00:00:59', 59],
  ])('reads a duration of %s', (written, seconds) => {
    const timed = item(1, `<itunes:duration>${written}</itunes:duration>`);
    expect(firstItem(rss(timed)).durationSeconds).toBe(seconds);
  });

  it.each(['', '0', '00:00', '-48', '-1:00', '1:2:3:4', '1e99', '9999:00:00', 'about an hour'])(
    'ignores a duration of "%s"',
    (written) => {
      const timed = item(1, `<itunes:duration>${written}</itunes:duration>`);
      expect(firstItem(rss(timed)).durationSeconds).toBeNull();
    },
  );

  it('reads the duration of an Atom entry', () => {
    const { items } = readText(
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">' +
        '<title>S</title><id>urn:a</id><entry><id>urn:1</id><title>E</title><link href="https://example.com/1"/>' +
        '<itunes:duration>48:00</itunes:duration></entry></feed>',
    );
    expect(items[0]?.durationSeconds).toBe(2880);
  });
});

describe('the show', () => {
  const show = (channel: string) => readText(rss(item(1), channel)).show;

  it.each([
    [
      'its author',
      '<itunes:author>A</itunes:author><itunes:owner><itunes:name>B</itunes:name></itunes:owner>',
      'A',
    ],
    ['its owner', '<itunes:owner><itunes:name>B</itunes:name></itunes:owner>', 'B'],
    ['its editor', '<managingEditor>c@example.com (C)</managingEditor>', 'C'],
    ['its own title', '', 'Show'],
  ])('reads the publisher from %s', (_, inside, expected) => {
    expect(show(`<title>Show</title>${inside}`).publisher).toBe(expected);
  });

  it('items without a picture get the picture of the show', () => {
    const channel = '<title>Show</title><itunes:image href="http://example.com/show.jpg"/>';
    const own = item(2, '<itunes:image href="https://example.com/2.jpg"/>');
    expect(readText(rss(item(1) + own, channel)).items.map(({ image }) => image)).toEqual([
      'https://example.com/show.jpg',
      'https://example.com/2.jpg',
    ]);
  });

  it('a show without a title is named after its site', () => {
    expect(show('<link>https://example.com/</link>').title).toBe('example.com');
    expect(show('<description>d</description>').title).toBe('Untitled podcast');
  });
});

describe('limits', () => {
  it('truncates texts to their limits', () => {
    const long = item(1, `<description>${'d'.repeat(20_000)}</description>`, 'A'.repeat(1_000_000));
    const { items, show } = readText(rss(long, `<title>${'S'.repeat(1000)}</title>`));
    expect(items[0]?.title).toHaveLength(MAX_TITLE_LENGTH);
    expect(items[0]?.description).toHaveLength(MAX_DESCRIPTION_LENGTH);
    expect(show.title).toHaveLength(MAX_NAME_LENGTH);
    expect(show.publisher).toHaveLength(MAX_NAME_LENGTH);
  });

  it('keeps the newest items; drops future and undated items first', () => {
    const day = (n: number) => `<pubDate>${new Date(NOW - n * 86_400_000).toUTCString()}</pubDate>`;
    const aged = Array.from({ length: MAX_ITEMS }, (_, n) => item(n, day(n)));
    const reading = readText(
      rss(item(-1, day(-30)) + item(-2) + aged.reverse().join('') + item(-3, day(0.5))),
    );
    expect(reading.items).toHaveLength(MAX_ITEMS);
    expect(reading.dropped).toEqual({ 'over-item-limit': 3 });
    const ids = new Set(reading.items.map(({ guid }) => guid));
    expect([...ids].at(-1)).toBe('id--3');
    expect(ids.has('id--1') || ids.has('id--2') || ids.has(`id-${MAX_ITEMS - 1}`)).toBe(false);
  });

  it('drops items that are too old, except the newest 60', () => {
    const day = (n: number) => `<pubDate>${new Date(NOW - n * 86_400_000).toUTCString()}</pubDate>`;
    const read = (ages: number[]) => {
      const xml = rss(
        ages.map((age) => item(age, day(age))).join('') + item(-1) + item(-2, day(-9)),
      );
      const bytes = new TextEncoder().encode(xml);
      return readFeed(bytes, null, NOW, null, NOW - 35 * 86_400_000) as ReadFeed;
    };
    const old = read(Array.from({ length: 100 }, (_, n) => n + 40));
    // The undated item comes after the oldest item, so it is also too old.
    expect([old.items.length, old.dropped]).toEqual([61, { 'too-old': 41 }]);
    expect(Math.max(...old.items.map(({ guid }) => Number(guid?.slice(3))))).toBe(99);
    const new70 = Array.from({ length: 70 }, (_, n) => n / 2);
    expect(read([...new70, 40])).toMatchObject({ dropped: { 'too-old': 2 } });
  });

  it('reads the notes of old items only for the newest 12, and of items without a date', () => {
    const day = (n: number) => `<pubDate>${new Date(NOW - n * 86_400_000).toUTCString()}</pubDate>`;
    const notes = (n: number) =>
      `<description>Notes of ${n}. Brought to you by Acme.</description>`;
    const ages = [1, 2, ...Array.from({ length: 40 }, (_, n) => n + 40)];
    const xml = rss(
      ages.map((age) => item(age, day(age) + notes(age))).join('') + item(500, notes(500)),
    );
    const bytes = new TextEncoder().encode(xml);
    const { items } = readFeed(bytes, null, NOW, null, NOW - 35 * 86_400_000) as ReadFeed;
    const read = items.filter(({ description }) => description !== '');
    // The repeated sentence is still found.
    expect(read.map(({ description }) => description)).toEqual(
      [1, 2, ...ages.slice(2, 12), 500].map((age) => `Notes of ${age}.`),
    );
    expect(items).toHaveLength(2 + 40 + 1);
  });

  it('ignores an id that is too long', () => {
    const long = (n: number) =>
      `<item><title>a</title><guid>${'x'.repeat(3000)}</guid><link>https://example.com/${n}</link></item>`;
    expect(readText(rss(long(1) + long(2))).items).toMatchObject([{ guid: null }, { guid: null }]);
  });

  it(`allows at most ${MAX_DEPTH} levels`, () => {
    const nested = (levels: number) =>
      rss(item(1, `<description>${'<d>'.repeat(levels)}x${'</d>'.repeat(levels)}</description>`));
    expect(refusal(nested(MAX_DEPTH - 4))).toBe('read');
    expect(refusal(nested(MAX_DEPTH - 3))).toBe('too-deep');
  });

  it('refuses more elements than any real feed has', () => {
    expect(refusal(rss('<a/>'.repeat(MAX_ELEMENTS)))).toBe('too-large');
  });
});

describe('what is refused', () => {
  it.each([
    [
      'an end inside of a comment',
      rss(item(1)).replace('<item>', '<!-- <item>'),
      'not-well-formed',
    ],
    ['an end inside of a tag', rss(item(1)).slice(0, -5), 'not-well-formed'],
    ['an end after the last item', rss(item(1)).replace('</channel></rss>', ''), 'not-well-formed'],
    ['an end tag too many', rss(item(1)).replace('</item>', '</item></item>'), 'not-well-formed'],
    ['an attribute without a value', rss(item(1, '<a b=/>')), 'not-well-formed'],
    ['a declaration inside', rss(item(1, '<!ELEMENT a ANY>')), 'not-well-formed'],
    ['a document type inside', rss(item(1, '<!DOCTYPE a>')), 'document-type'],
    [
      'a document type after a comment',
      `<!-- x --><!doctype rss [<!ENTITY a "b">]>${rss(item(1))}`,
      'document-type',
    ],
    ['two document types', `<!doctype rss><!doctype rss>${rss(item(1))}`, 'document-type'],
    ['a web page behind a comment', '<!-- cached --><!DOCTYPE HTML><html></html>', 'web-page'],
    ['a web page without a type', '<html><body>Error</body></html>', 'web-page'],
    ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'web-page'],
    ['RDF', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>', 'not-a-feed'],
    ['a comment alone', '<!-- nothing -->', 'not-a-feed'],
    ['plain text', 'Too many requests', 'not-a-feed'],
    ['JSON Feed', '{"version":"https://jsonfeed.org/version/1.1","items":[]}', 'not-a-feed'],
  ])('refuses to read %s', (_, xml, code) => {
    expect(refusal(xml)).toBe(code);
  });

  it('accepts a feed whose CDATA and comments look like a document type', () => {
    const quoted = item(
      1,
      '<!-- <!DOCTYPE a> </item> --><description><![CDATA[<!DOCTYPE a> & </rss>]]></description>',
    );
    expect(refusal(rss(quoted))).toBe('read');
  });
});

describe('large feeds', () => {
  const outcome = (xml: string) => {
    const reading = readFeed(new TextEncoder().encode(xml), null, NOW);
    return reading.kind === 'read' ? [reading.items.length, reading.dropped] : reading.code;
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => item(n)).join('');

  it('keeps items of a large feed up to the limit', () => {
    expect(outcome(rss(numbered(10_000)))).toEqual([MAX_ITEMS, { 'over-item-limit': 8000 }]);
  });

  it('keeps one of 10 000 items with the same id', () => {
    expect(outcome(rss(item(1).repeat(10_000)))).toEqual([1, { repeated: 9999 }]);
  });

  it('refuses more items than any real feed has', () => {
    expect(outcome(rss('<item/>'.repeat(MAX_ITEMS_FOUND + 2)))).toBe('too-large');
  });

  it('keeps all items beside a title of a million letters', () => {
    expect(outcome(rss(item(1, '', 'A'.repeat(1_000_000)) + item(2)))).toEqual([2, {}]);
  });

  it('keeps the other items beside an item with 50 000 attributes', () => {
    const attributes = Array.from({ length: 50_000 }, (_, n) => `a${n}="1"`).join(' ');
    const odd = `<item ${attributes}><title>Attrs</title></item>`;
    expect(outcome(rss(odd + item(2)))).toEqual([1, { 'no-link-or-audio': 1 }]);
  });

  it('refuses 100 000 nested levels', () => {
    const deep = `<description>${'<d>'.repeat(100_000)}x${'</d>'.repeat(100_000)}</description>`;
    expect(outcome(rss(item(1, deep)))).toBe('too-deep');
  });
});

describe('time', () => {
  const dots = `a@${'.'.repeat(1_000_000)} (`;
  const spaces = ' '.repeat(1_000_000);
  it.each([
    [
      '50 000 attributes',
      rss(`<item ${Array.from({ length: 50_000 }, (_, n) => `a${n}="1"`).join(' ')}/>${item(2)}`),
    ],
    [
      '100 000 levels',
      rss(item(1, `<description>${'<d>'.repeat(100_000)}x${'</d>'.repeat(100_000)}</description>`)),
    ],
    ['a title of 1 MB', rss(item(1, '', 'A'.repeat(1_000_000)))],
    ['10 000 items', rss(Array.from({ length: 10_000 }, (_, n) => item(n)).join(''))],
    ['10 000 items of one id', rss(Array.from({ length: 10_000 }, () => item(1)).join(''))],
    ['an attribute of 7 MB', rss(item(1, `<a b="${'x'.repeat(7_000_000)}"/>`))],
    ['a tag full of spaces', rss(item(1, `<a${' '.repeat(4_000_000)}/>`))],
    ['a tag that never ends', rss(item(1, `<a ${'b '.repeat(1_000_000)}`))],
    [
      'an editor made to stall a pattern',
      rss(item(1), `<title>x</title><managingEditor>${dots}</managingEditor>`),
    ],
    [
      'a webmaster made to stall a pattern',
      rss(item(1), `<title>x</title><webMaster>${dots}</webMaster>`),
    ],
    ['an author made to stall a pattern', rss(item(1, `<author>${dots}</author>`))],
    ['an author around a webmaster', rss(item(1, `<author>${dots}<webMaster/></author>`))],
    ['a date of spaces', rss(item(1, `<pubDate>1${spaces}x</pubDate>`))],
    ['a link of spaces', rss(item(1, `<link>h${spaces}x</link>`))],
    ['a guid of spaces', rss(item(1).replace('id-1', `a${spaces}b`))],
    ['empty elements up to the limit', rss('<a/>'.repeat(MAX_ELEMENTS - 10) + item(1))],
    [
      'CDATA openings',
      rss(item(1, `<description><![CDATA[${'<![CDATA['.repeat(700_000)}]]></description>`)),
    ],
  ])('reads %s without blowing up', (_, xml) => {
    const bytes = new TextEncoder().encode(xml);
    withoutBlowUp(() => readFeed(bytes, null, NOW));
  });
});

describe('a link that leads to the show and not to one episode', () => {
  const audio = (n: number) => `https://example.com/${n}.mp3`;

  it('drops a link that several items share if they have audio', () => {
    const shared = '<link>https://example.com/show</link>';
    const { items } = readText(rss(item(1, shared) + item(2, shared)));
    expect(items.map(({ link }) => link)).toEqual([null, null]);
    expect(items.map((entry) => entry.audio)).toEqual([audio(1), audio(2)]);
  });

  it('drops a link to the show if the item has audio', () => {
    const { link } = firstItem(rss(item(1, '<link>https://example.com</link>')));
    expect(link).toBeNull();
  });

  it('keeps a link to the show if there is no audio', () => {
    const noAudio = (n: number) =>
      `<item><title>Text ${n}</title><guid>t${n}</guid><link>https://example.com/</link></item>`;
    const { items } = readText(rss(noAudio(1) + noAudio(2)));
    expect(items.map(({ link }) => link)).toEqual(['https://example.com/', 'https://example.com/']);
  });

  it('keeps a link to the page of an item', () => {
    const own = (n: number) => item(n, `<link>https://example.com/episodes/${n}</link>`);
    const { items } = readText(rss(own(1) + own(2)));
    expect(items.map(({ link }) => link)).toEqual([
      'https://example.com/episodes/1',
      'https://example.com/episodes/2',
    ]);
  });
});
