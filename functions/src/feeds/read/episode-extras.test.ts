import { describe, expect, it } from 'vitest';
import { chaptersInNotes } from './episode-extras.ts';
import { firstItem, item, readText, rss } from '../fixtures/rss.ts';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { readTimeStamp } from './time-stamp.ts';

const CHANNEL = '<title>Show</title><link>https://example.com/</link><language>en-us</language>';

function transcripts(inside: string, channel = CHANNEL) {
  return firstItem(rss(item(1, inside), channel)).transcripts;
}

describe('the transcripts of an item', () => {
  it('prefers WebVTT, then SRT of any type, JSON, HTML and plain text', () => {
    const types = [
      'text/plain',
      'text/html',
      'application/json',
      'application/x-subrip',
      'text/vtt',
    ];
    const written = types
      .map((type, at) => `<podcast:transcript url="https://t.example/${at}" type="${type}"/>`)
      .join('');
    expect(transcripts(written)).toEqual([
      { url: 'https://t.example/4', type: 'text/vtt' },
      { url: 'https://t.example/3', type: 'application/x-subrip' },
      { url: 'https://t.example/2', type: 'application/json' },
    ]);
    const named = '<podcast:transcript url="https://t.example/a.srt" type="text/plain"/>';
    expect(transcripts(written + named)[2]?.url).toBe('https://t.example/a.srt');
  });

  it('puts transcripts in the language of the show first', () => {
    const written =
      '<podcast:transcript url="/de.vtt" type="text/vtt" language="de"/>' +
      '<podcast:transcript url="/en.txt" type="text/plain" language="en"/>' +
      '<podcast:transcript url="/unsaid.srt" type="text/srt" language=" "/>';
    expect(transcripts(written).map(({ url }) => url)).toEqual([
      'https://example.com/unsaid.srt',
      'https://example.com/en.txt',
      'https://example.com/de.vtt',
    ]);
  });

  it.each([
    '<podcast:transcript type="text/vtt"/>',
    '<podcast:transcript url="" type="text/vtt"/>',
    '<podcast:transcript url="javascript:alert(1)" type="text/vtt"/>',
    '<podcast:transcript url="file:///etc/passwd" type="text/vtt"/>',
    '<podcast:transcript url="not an address" type="text/vtt"/>',
    `<podcast:transcript url="https://t.example/${'a'.repeat(3000)}" type="text/vtt"/>`,
    '<podcast:transcript>https://t.example/body</podcast:transcript>',
  ])('ignores the transcript %.80s', (written) => {
    expect(transcripts(written)).toEqual([]);
  });

  it('removes credentials from addresses, and duplicates', () => {
    const twice =
      '<podcast:transcript url="https://me:secret@t.example/a" type=" Text/VTT "/>'.repeat(2);
    expect(transcripts(twice)).toEqual([{ url: 'https://t.example/a', type: 'text/vtt' }]);
  });

  it.each([
    ['<podcast:block>yes</podcast:block>', 0],
    ['<podcast:block id="earshot">yes</podcast:block>', 0],
    ['<itunes:block>Yes</itunes:block>', 0],
    ['<podcast:block id="spotify">yes</podcast:block><podcast:block>no</podcast:block>', 1],
    ['<itunes:block>no</itunes:block>', 1],
  ])('a feed with %s has %i transcripts', (block, count) => {
    const written = '<podcast:transcript url="/a.vtt" type="text/vtt"/>';
    expect(transcripts(written, CHANNEL + block)).toHaveLength(count);
  });
});

describe('the lock of a feed', () => {
  it.each([
    ['<podcast:locked owner="a@b.example">yes</podcast:locked>', true],
    ['<podcast:locked>no</podcast:locked>', undefined],
    ['', undefined],
  ])('reads the lock "%s" as %s', (lock, locked) => {
    expect(readText(rss(item(1), CHANNEL + lock)).show.locked).toBe(locked);
  });
});

describe('the chapters of an item', () => {
  const psc = (...chapters: string[]) => `<psc:chapters>${chapters.join('')}</psc:chapters>`;
  const chapters = (inside: string) => firstItem(rss(item(1, inside))).chapters;

  it('reads Podlove Simple Chapters, cleaned and sorted', () => {
    const written = psc(
      '<psc:chapter start="01:02:03.500" title="The &lt;b&gt;second&lt;/b&gt; &gt;&gt;&gt;half&lt;&lt;&lt;"/>',
      '<psc:chapter start="0" title="Hello" href="https://example.com"/>',
      '<psc:chapter start="soon" title="Never"/>',
      '<psc:chapter start="3:00" title=" "/>',
    );
    expect(chapters(written)).toEqual([
      { startMs: 0, title: 'Hello' },
      { startMs: 3_723_500, title: 'The second >>half<<' },
    ]);
  });

  it.each([
    ['psc', 'http://podlove.org/simple-chapters'],
    ['psc', 'http://podlove.org/simple-chapters/'],
    ['psc', 'https://podlove.org/simple-chapters'],
    ['psc', 'HTTP://PODLOVE.ORG/simple-chapters/'],
    ['sc', 'http://podlove.org/simple-chapters/'],
    ['sc', 'https://podlove.org/simple-chapters'],
  ])('reads chapters with the prefix %s for %s', (prefix, uri) => {
    const feed = rss(
      item(1, psc('<psc:chapter start="0" title="Intro"/><psc:chapter start="1:00" title="End"/>')),
    )
      .replace(/xmlns:psc="[^"]*"/, `xmlns:${prefix}="${uri}"`)
      .replaceAll('psc:', `${prefix}:`);
    expect(feed).toContain(`<${prefix}:chapter start="0"`);
    expect(firstItem(feed).chapters).toEqual([
      { startMs: 0, title: 'Intro' },
      { startMs: 60_000, title: 'End' },
    ]);
  });

  it.each([
    ['00:00:00.000', 0],
    ['00:01:02.1234567890123', 62_123],
    ['3:04.5', 184_500],
    ['PT5M', 300_000],
    ['400', 400_000],
  ])('reads the chapter start %s', (start, startMs) => {
    const written = psc(`<psc:chapter start="${start}" title="Ledgers"/>`);
    expect(chapters(written)).toEqual([{ startMs, title: 'Ledgers' }]);
  });

  it('falls back to lines of the show notes that have a time', () => {
    const notes = `<p>Welcome back.</p><ul><li>00:00 – Hello</li><li>(2:05) Chips: who buys them</li>
      <li>• 1:02:03 | The end</li></ul><p>Recorded at 10:30 in Paris.</p>`;
    const written = `<description><![CDATA[${notes}]]></description>`;
    const found = [
      { startMs: 0, title: 'Hello' },
      { startMs: 125_000, title: 'Chips: who buys them' },
      { startMs: 3_723_000, title: 'The end' },
    ];
    expect(chapters(written)).toEqual(found);
    expect(chapters(written + psc('<psc:chapter start="1" title="Own"/>'))).toEqual([
      { startMs: 1000, title: 'Own' },
    ]);
    const behind = '<p>Hello (0:00)</p><p>Chips (2:05)</p><p>The end (1:02:03)</p>';
    expect(
      chapters(`<description><![CDATA[${behind}]]></description>`).map((each) => each.startMs),
    ).toEqual(found.map((each) => each.startMs));
  });

  it.each([
    'We meet at 10:30 and 11:00 and 12:00.',
    '9:00 Doors\n10:00 Talk',
    '12:00 Lunch\n1:00 Talks\n2:00 More talks',
  ])('finds no chapters in notes with other times: %s', (notes) => {
    expect(chapters(`<description>${notes}</description>`)).toEqual([]);
  });
});

describe('the people of an item', () => {
  const host = '<podcast:person role="host">Ann Host</podcast:person>';
  const persons = (inside: string, channel = CHANNEL + host) =>
    firstItem(rss(item(1, inside), channel)).persons;

  it('uses the persons of the show unless the item has its own', () => {
    expect(persons('')).toEqual([{ name: 'Ann Host', role: 'host' }]);
    const guests =
      '<podcast:person role="Guest">Bo  &lt;i&gt;Guest&lt;/i&gt;</podcast:person>'.repeat(2);
    expect(persons(`${guests}<podcast:person> </podcast:person>`)).toEqual([
      { name: 'Bo Guest', role: 'guest' },
    ]);
  });

  it.each([
    ['', 'host'],
    [' role="CO-HOST"', 'host'],
    [' role=" guest " group="Cast"', 'guest'],
    [' role="guest host"', 'host'],
    [' role="guest" group="writing"', null],
    [' group="audio production"', null],
    [' role="editor"', null],
  ])('a person with the attributes "%s" has the role %s', (attributes, role) => {
    expect(persons(`<podcast:person${attributes}>Bo</podcast:person>`)).toEqual([
      { name: 'Bo', role },
    ]);
  });
});

describe('a hostile item', () => {
  it('keeps a few of thousands of transcripts, chapters and persons', () => {
    const many = (make: (at: number) => string) =>
      Array.from({ length: 15_000 }, (_, at) => make(at)).join('');
    const written = [
      many((at) => `<podcast:transcript url="https://t.example/${at}" type="text/vtt"/>`),
      `<psc:chapters>${many((at) => `<psc:chapter start="${at}" title="Part ${at}"/>`)}</psc:chapters>`,
      many((at) => `<podcast:person>Person ${at}</podcast:person>`),
    ].join('');
    const [kept] = withoutBlowUp(() => readText(rss(item(1, written)))).items;
    expect(kept?.transcripts).toHaveLength(3);
    expect(kept?.chapters).toHaveLength(200);
    expect(kept?.persons).toHaveLength(30);
  });

  it('reads notes made of times without blowing up', () => {
    const notes = '(1:2:3'.repeat(400_000);
    expect(
      withoutBlowUp(() => firstItem(rss(item(1, `<description>${notes}</description>`)))).chapters,
    ).toEqual([]);
  });
});

describe('a time stamp', () => {
  it.each([
    ['12:34', 754_000],
    ['01:02:03.500', 3_723_500],
    ['00:01:02,5', 62_500],
    ['90:00', 5_400_000],
    ['754', 754_000],
    ['754.25', 754_250],
    ['', null],
    ['1:2:3:4', null],
    ['-5', null],
    ['99:00:00', null],
    ['9'.repeat(300), null],
  ])('reads the time stamp %.20s as %s ms', (written, ms) => {
    expect(readTimeStamp(written)).toBe(ms);
  });
});

it.each([
  ['blank lines', 'Chapters:\n\n0:00:00 - Intro\n\n0:04:56 - Thanks\n\n0:09:00 - OpenAI', 296],
  ['ranges', '00:00 - 05:30 Intro\n05:30 - 12:00 Thanks\n12:00 - 20:00 OpenAI', 330],
  [
    'a stray earlier time behind',
    '00:00 Intro\n05:30 Thanks\n12:00 OpenAI\n\nJoin us:\n9:00 – Fridays',
    330,
  ],
  ['a time before', '12:34 – About ads\n\n00:00 Intro\n05:30 Thanks\n12:00 OpenAI', 330],
  ['letters', '0h00m Intro\n0h05m Thanks\n1h10m OpenAI', 300],
  ['colons', '00:00: Intro\n05:30: Thanks\n12:00: OpenAI', 330],
  ['numbers', '1. 00:00 Intro\n2. 05:30 Thanks\n3. 12:00 OpenAI', 330],
  ['pictures', '🎙️ 00:00 Intro\n⏱ 05:30 Thanks\n▶️ 12:00 OpenAI', 330],
  ['the time behind', 'Intro - 00:00\nThanks - 05:30\nOpenAI - 12:00', 330],
  [
    'markdown',
    '- **00:00** Intro\n- [05:30](https://a.example/?t=330) Thanks\n* 12:00 OpenAI',
    330,
  ],
])('reads a list of chapters with %s', (_, notes, second) => {
  const read = chaptersInNotes(notes);
  expect(read.map(({ title }) => title)).toEqual(['Intro', 'Thanks', 'OpenAI']);
  expect(read[1]?.startMs).toBe(second * 1000);
});
