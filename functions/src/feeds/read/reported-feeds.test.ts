import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../query/tokenize.ts';
import { item, NOW, readText, rss } from '../fixtures/rss.ts';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { parsePublicationDate } from './publication-date.ts';
import { readFeed } from './read-feed.ts';

/** Contains feeds like those in bug reports of podcast apps. */
const FOLDER = path.join(import.meta.dirname, 'fixtures', 'reported');
const textOf = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

describe('dates', () => {
  const dates = JSON.parse(textOf('feed-dates/dates.json')) as string[];

  it.each(dates)('reads %s as 23 November 2026', (written) => {
    const ms = parsePublicationDate(written) ?? NaN;
    expect(Math.abs(ms - Date.UTC(2026, 10, 23, 12))).toBeLessThan(16 * 3_600_000);
  });

  it('reads a feed with a different date format in each item', () => {
    const { items, unread } = readText(textOf('feed-dates/a.xml'));
    expect(items).toHaveLength(dates.length);
    expect(unread).toBeUndefined();
  });

  it('reads the old dates of an archive', () => {
    const archive = textOf('feed-dates/b-old-archive.xml');
    const { items } = readText(archive);
    expect(items).toHaveLength(60);
    for (const { publishedAtMs } of items) {
      expect(new Date(publishedAtMs ?? 0).getUTCFullYear()).toBe(2019);
    }
    const unread = readText(archive.replaceAll(/Mon, \w+ /g, 'Nivôse '));
    expect(unread.unread).toEqual({ 'unread-date': 60 });
    expect(unread.items.every(({ around }) => around?.afterMs === null)).toBe(true);
  });
});

describe('encodings', () => {
  const bytesOf = (file: string) => readFileSync(path.join(FOLDER, file));

  it.each([
    ['a.xml', 'text/xml; charset=utf-8', 'Беседа с Алексеем Журавлёвым о Самаре'],
    ['b.xml', 'text/xml; charset=ISO-8859-1', 'Gespräch mit Jürgen Größl über Ærø'],
    ['c.xml', 'application/rss+xml', 'Беседа с Алексеем Журавлёвым о Самаре'],
    ['d.xml', 'application/rss+xml', 'Беседа с Алексеем Журавлёвым о Самаре'],
  ])('detects the encoding of %s despite a wrong declaration', (file, contentType, title) => {
    expect(readText(bytesOf(`charset/${file}`), contentType).items[0]?.title).toBe(title);
  });

  it('loses a single letter by a wrong byte', () => {
    const contentType = 'application/rss+xml; charset=utf-8';
    const { show, items } = readText(bytesOf('one-bad-byte/feed.xml'), contentType);
    expect(show.title).toBe('Pięć głosów');
    expect(items.map(({ title }) => title)).toEqual([
      'Rozmowa z Łukaszem Więckowskim',
      'Gość: Beyza Çalışkan',
      'Noël à Besançon',
      'Smørrebrød med Søren Åkjær',
      'Plain title',
    ]);
  });
});

describe('of more items than are kept', () => {
  const now = Date.UTC(2026, 10, 27, 12);
  const written = Array.from({ length: 2600 }, (_, at) => {
    const date = new Date(now - (2600 - at) * 3 * 3_600_000).toUTCString();
    return `<item><title>Bulletin ${at + 1}</title><guid>g${at + 1}</guid><pubDate>${date}</pubDate><link>https://r.example/${at}</link></item>`;
  });

  it.each([
    ['oldest first', written],
    ['newest first', written.toReversed()],
    ['mixed', [...written.slice(1300), ...written.slice(0, 1300)]],
  ])('keeps the newest items of a long feed, %s', (_, items) => {
    const feed = `<rss version="2.0"><channel><title>Long Shelf</title>${items.join('')}</channel></rss>`;
    const reading = readFeed(new TextEncoder().encode(feed), null, now);
    const titles = new Set(reading.kind === 'read' ? reading.items.map(({ title }) => title) : []);
    expect(titles.size).toBe(2000);
    expect([titles.has('Bulletin 2600'), titles.has('Bulletin 601')]).toEqual([true, true]);
  });
});

describe('titles', () => {
  it('keeps names in angle brackets and removes formatting', () => {
    const { show, items } = readText(textOf('angle-brackets/feed.xml'));
    expect(show.title).toBe('<antirez>');
    expect(items.map(({ title }) => title)).toEqual([
      'Why <dialog> beats a modal',
      'Optional<T> explained by Hana Kim',
      'std::vector<bool> was a mistake',
      '5 < 6 and a<b',
      'Bold news',
      'Ben & Jerry’s',
    ]);
  });
});

describe('addresses relative to xml:base', () => {
  const feed = textOf('xml-base/feed.xml');
  const [link, audio] = ['https://cdn.example/pod/ep/1', 'https://cdn.example/pod/media/1.mp3'];

  it('resolves the addresses of an Atom feed', () => {
    expect(readText(feed)).toMatchObject({
      show: { link: 'https://show.example/' },
      items: [{ link, audio }],
    });
  });

  it.each([
    ['an entry', '<entry xml:base="https://other.example/a/">', 'https://other.example/a/ep/1'],
    ['an entry within the feed', "<entry XML:BASE = 'b/'>", 'https://cdn.example/pod/b/ep/1'],
    ['a root path', '<entry xml:base="/b/c">', 'https://cdn.example/b/ep/1'],
    ['a script', '<entry xml:base="javascript:alert(1)">', link],
    ['a file', '<entry xml:base="file:///etc/">', link],
    ['no address', '<entry xml:base="https://[">', link],
  ])('resolves against the base of %s', (_, entry, expected) => {
    expect(readText(feed.replace('<entry>', entry)).items[0]?.link).toBe(expected);
  });

  it('resolves against the base of the element itself, and not of an earlier one', () => {
    const [item] = readText(
      feed.replace('<link href="ep/1"/>', '<link xml:base="https://a.example/x/" href="ep/1"/>'),
    ).items;
    expect(item).toMatchObject({ link: 'https://a.example/x/ep/1', audio });
  });

  it.each([
    ['https://a.example/1', 'https://a.example/1'],
    ['www.a.example/1', 'https://www.a.example/1'],
    ['//a.example/1', 'https://a.example/1'],
    ['?p=1&amp;q=2', 'https://cdn.example/pod/?p=1&q=2'],
    ['v1.example/1', 'https://cdn.example/pod/v1.example/1'],
    ["it's", 'https://cdn.example/pod/it%27s'],
    ['javascript:alert(1)', null],
  ])('reads the address %s', (written, expected) => {
    expect(readText(feed.replace('"ep/1"', `"${written}"`)).items[0]?.link).toBe(expected);
  });

  it('resolves all addresses of an RSS feed', () => {
    const xml = rss(
      '<item><title>One</title><link><![CDATA[ep/1]]></link><enclosure url=media/1.mp3 type="audio/mpeg"/>' +
        '<itunes:image href="1.jpg"/><podcast:transcript url="1.vtt" type="text/vtt"/><podcast:chapters url="1.json"/></item>',
      '<title>S</title><link>home</link><image><url>cover.png</url></image><itunes:new-feed-url>new</itunes:new-feed-url>',
    ).replace('<channel>', '<channel xml:base="https://cdn.example/pod/">');
    const at = (file: string) => `https://cdn.example/pod/${file}`;
    expect(readText(xml)).toMatchObject({
      show: { link: at('home'), image: at('cover.png'), newFeedUrl: at('new') },
      items: [
        {
          link,
          audio,
          image: at('1.jpg'),
          transcripts: [{ url: at('1.vtt') }],
          chapterFiles: [{ url: at('1.json') }],
        },
      ],
    });
  });

  it.each([
    ['bases', '<a xml:base="x/">'.repeat(90) + '</a>'.repeat(90)],
    ['addresses', '<link href="x" href="y"/>'.repeat(100_000)],
    ['attributes', `<a ${'href="x" '.repeat(100_000)}/>`],
    ['texts', `<link>${'x '.repeat(500_000)}</link>`],
    [
      'addresses of a long base',
      `<a xml:base="https://a.example/${'x'.repeat(2_000)}/">${'<a href="x" src="y"/>'.repeat(100_000)}</a>`,
    ],
    [
      'addresses of an endless base',
      `<a xml:base="https://a.example/${'x'.repeat(2_000_000)}/">${'<a href="x"/>'.repeat(100_000)}</a>`,
    ],
  ])('reads many %s without blowing up', (_, inside) => {
    withoutBlowUp(() => readText(feed.replace('<entry>', `<entry>${inside}`)));
  });
});

describe('an item without a title', () => {
  const feed = textOf('no-title/feed.xml');
  const notes = '&lt;p&gt;Mirela Dunca on amber and storms.&lt;/p&gt;';

  it('calls an item by the beginning of its notes', () => {
    const { items, dropped } = readText(feed);
    expect(items).toMatchObject([
      { guid: 'k1', title: 'Mirela Dunca on amber and storms.' },
      { guid: 'k2', title: 'With a title' },
    ]);
    expect(items[0]?.description).toBe('Mirela Dunca on amber and storms.');
    expect(dropped).toEqual({});
  });

  it('cuts the beginning of long notes after a word', () => {
    const words = 'amber '.repeat(40).trim();
    const [item] = readText(feed.replace(notes, `${words}&lt;br&gt;storms`)).items;
    expect(item?.title).toBe(`${'amber '.repeat(16).trim()}…`);
    expect(readText(feed.replace(notes, 'x'.repeat(300))).items[0]?.title).toBe(
      `${'x'.repeat(100)}…`,
    );
  });

  it('calls an item without notes by its show and date', () => {
    expect(readText(feed.replace(notes, '')).items[0]?.title).toBe('Harbour Talk, 2026-11-26');
    const undated = feed.replace(notes, '').replace(/<pubDate>.*<\/pubDate>/, '');
    expect(readText(undated).items[0]?.title).toBe('Harbour Talk');
  });
});

describe('one broken item among others', () => {
  const feed = textOf('one-broken-item/feed.xml');
  const broken = '<p>Line one<br>line two';
  const titlesOf = (xml: string) => readText(xml).items.map(({ title }) => title);

  it('reads an item whose notes are HTML that is not closed', () => {
    const { items, dropped } = readText(feed);
    expect(items.map(({ title }) => title)).toEqual(['Before', 'Broken', 'After']);
    expect(items[1]).toMatchObject({
      description: 'Line one\nline two',
      audio: 'https://media.example/g2.mp3',
    });
    expect(dropped).toEqual({});
  });

  it.each([
    ['crossed tags', '<b>one <i>two</b> three</i>', 'one two three'],
    ['stray end tags', 'one</p></div></b> two', 'one\ntwo'],
    ['a stray sign', 'one <3 two < three', 'one <3 two < three'],
    ['half a tag', 'one <a href="x>two', 'one'],
    ['an attribute without a value', '<input disabled>one', 'one'],
    ['deep nesting', '<div>'.repeat(150) + 'one', 'one'],
    ['a document type', '<!DOCTYPE html><p>one', 'one'],
    ['a declaration', '<![if !mso]>one<br>two', 'one\ntwo'],
    ['a comment without an end', 'one <!-- two', 'one'],
    ['CDATA beside it', '<p>one <![CDATA[<b>two</b> </description> ]]>', 'one two'],
    ['entities', '<p>R&amp;amp;D &amp; caf&amp;eacute;', 'R&D & café'],
  ])('reads notes with %s', (_, html, expected) => {
    for (const name of ['description', 'content:encoded', 'itunes:summary']) {
      const xml = feed
        .replace('<rss ', '<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" ')
        .replace(`<description>${broken}</description>`, `<${name}>${html}</${name}>`);
      const { items } = readText(xml);
      expect(items.map(({ title }) => title)).toEqual(['Before', 'Broken', 'After']);
      expect(items[1]?.description).toBe(expected);
    }
  });

  it.each([
    ['its notes do not end', feed.replace(`${broken}</description>`, broken)],
    ['it has a stray end tag', feed.replace(`<description>${broken}</description>`, '</p>')],
    ['it has an open tag', feed.replace(`<description>${broken}</description>`, '<br>')],
    ['its end is missing', feed.replace(`${broken}</description>\n</item>`, broken)],
    ['an attribute does not end', feed.replace('url="https://media.example/g2.mp3"', 'url="x')],
  ])('leaves out and counts an item if %s', (_, xml) => {
    expect(titlesOf(xml)).toEqual(['Before', 'After']);
    expect(readText(xml)).toMatchObject({ itemsFound: 3, dropped: { broken: 1 } });
  });

  it('leaves out the last item if its end is missing', () => {
    expect(titlesOf(feed.replace('</item>\n</channel>', '</channel>'))).toEqual([
      'Before',
      'Broken',
    ]);
  });

  it('reads an Atom entry and a show with HTML that is not closed', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>S</title><subtitle><p>a<br></subtitle><entry><id>1</id><title>One</title><link href="https://a.example/1"/><content type="html"><p>one<br>two</content></entry></feed>`;
    expect(readText(atom).items).toMatchObject([{ title: 'One', description: 'one\ntwo' }]);
  });

  it('refuses a feed that ends early, or has broken items only', () => {
    const read = (xml: string) => readFeed(new TextEncoder().encode(xml), null, NOW);
    const refusal = { kind: 'refused', code: 'not-well-formed' };
    expect(read(feed.replace(/<\/item>\s*<\/channel>\s*<\/rss>/, ''))).toMatchObject(refusal);
    expect(read(feed.replace(/<\/channel>\s*<\/rss>/, ''))).toMatchObject(refusal);
    expect(read(feed.replaceAll('<enclosure ', '<enclosure'))).toMatchObject(refusal);
  });
});

describe('texts and addresses that a program damaged', () => {
  it('reads control characters as signs of windows-1252', () => {
    const [item] = readText(textOf('control-quotes/feed.xml')).items;
    expect(item?.title).toBe('Copper–Tin: what’s next');
    expect(tokensOf(item?.title ?? '')).toEqual(expect.arrayContaining(['copper', 'tin']));
  });

  it('reads an ampersand that was escaped twice in any address', () => {
    const [item] = readText(textOf('address-escaped-twice/feed.xml')).items;
    expect(item).toMatchObject({
      audio: 'https://media.example/get?id=7&file=a.mp3',
      link: 'https://show.example/?p=1&lang=en',
    });
  });

  it('reads an ampersand that was escaped twice in pictures, transcripts, chapters and new addresses', () => {
    const twice = 'https://a.example/f?x=1&amp;amp;y=2';
    const once = 'https://a.example/f?x=1&y=2';
    const { show, items } = readText(
      rss(
        item(
          1,
          `<itunes:image href="${twice}"/><podcast:transcript url="${twice}" type="text/vtt"/><podcast:chapters url="${twice}"/>`,
        ),
        `<title>S</title><itunes:new-feed-url>${twice}</itunes:new-feed-url>`,
      ),
    );
    expect(show.newFeedUrl).toBe(once);
    expect(items).toMatchObject([
      { image: once, transcripts: [{ url: once }], chapterFiles: [{ url: once }] },
    ]);
  });
});

describe('an item that is to be in no directory', () => {
  const feed = textOf('item-block/feed.xml');

  it('leaves out a blocked item and reports it for removal', () => {
    const { items, blocked, dropped } = readText(feed);
    expect(items.map(({ title }) => title)).toEqual([
      'Public talk with Mirela Dunca',
      'Another public talk',
    ]);
    expect(blocked).toMatchObject([{ guid: 'b-2', title: 'Withdrawn talk with Mirela Dunca' }]);
    expect(dropped).toEqual({ blocked: 1 });
  });

  it.each(['yes', 'YES', ' Yes ', 'true'])('reads an itunes:block of %j as true', (written) => {
    expect(readText(feed.replace('>Yes<', `>${written}<`)).items).toHaveLength(2);
  });
});

describe('audio', () => {
  const audio = new Map(
    readText(textOf('feed-audio-shapes/a.xml')).items.map(({ guid, ...item }) => [
      guid?.replace('shape-', ''),
      item.audio,
    ]),
  );

  it.each([
    ['media-content', 'a/1.mp3'],
    ['image-first', 'a/2.mp3'],
    ['type-missing-no-extension', 'stream?id=3'],
    ['type-file', 'download/4'],
    ['octet-stream', 'download/5'],
    ['media-group', 'a/6.mp3'],
    ['alternate-enclosure', 'a/7.mp3'],
    ['x-m4a-upper', 'A/9.MP3'],
  ])('finds the audio of %s', (shape, file) => {
    expect(audio.get(shape)).toBe(`https://host.example/${file}`);
  });

  it('counts audio without an address', () => {
    expect(audio.get('guid-is-audio')).toBeNull();
    expect(readText(textOf('feed-audio-shapes/a.xml')).unread).toEqual({ 'unread-audio': 1 });
  });

  it.each([
    '<media:content url="https://host.example/i" medium="image"/>',
    '<media:content url="https://host.example/i.jpg"/>',
    '<media:content url="https://host.example/d" medium="document"/>',
    '<media:content url="https://host.example/unknown"/>',
    '<enclosure url="https://host.example/i" type="image/jpeg"/>',
    '<enclosure url="https://host.example/i.png"/>',
    '<enclosure url="https://host.example/d.pdf" type="application/octet-stream"/>',
    '<enclosure url="https://host.example/d" type="application/pdf"/>',
    '<podcast:alternateEnclosure type="application/x-bittorrent"><podcast:source uri="https://host.example/t"/></podcast:alternateEnclosure>',
  ])('finds no audio in %s', (inside) => {
    const feed = `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title><item><title>One</title><link>https://host.example/1</link>${inside}</item></channel></rss>`;
    expect(readText(feed).items).toMatchObject([{ audio: null }]);
  });
});

describe('markup', () => {
  it.each([
    'feed-attributes-glued/a.xml',
    'feed-attributes-glued/b-unquoted.xml',
    'feed-attributes-glued/c-gt-in-attribute.xml',
    'feed-atom-prefixed/a.xml',
    'feed-atom-prefixed/d-prefix-rss-colon.xml',
  ])('reads the markup of small hosts: %s', (file) => {
    expect(readText(textOf(file)).items).toMatchObject([
      { title: 'Piece 1', audio: 'https://host.example/a/1.mp3' },
    ]);
  });

  it('reads a feed with a document type that declares nothing', () => {
    const feed = textOf('feed-attributes-glued/a.xml');
    for (const type of [
      '<!DOCTYPE rss>',
      '<!DOCTYPE rss SYSTEM "http://my.netscape.com/publish/formats/rss-0.91.dtd">',
      `<!doctype rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' "http://my.netscape.com/rss.dtd" >`,
    ]) {
      expect(readText(feed.replace('?>', `?>\n${type}`)).items).toHaveLength(1);
    }
  });

  it.each([
    ['feed-atom-prefixed/b-rdf.xml', /RDF/],
    ['feed-atom-prefixed/c-jsonfeed.json', /JSON Feed/],
  ])('states the format of a refused document: %s', (file, name) => {
    const bytes = new TextEncoder().encode(textOf(file));
    expect(readFeed(bytes, null, NOW)).toMatchObject({
      code: 'not-a-feed',
      message: expect.stringMatching(name) as string,
    });
  });
});
