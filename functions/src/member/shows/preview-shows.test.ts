import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_OPML_BYTES, MAX_OPML_FEEDS, showsPreviewSchema } from '../../contract/index.ts';
import { withoutBlowUp } from '../../feeds/fixtures/without-blow-up.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { previewShows } from './preview-shows.ts';

const FEED = 'https://feeds.example/show.xml';
const own = { followed: [showIdOf('https://feeds.example/followed.xml')], room: 7 };
const opml = (...outlines: string[]) =>
  `<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>${outlines.join('')}</body></opml>`;
const outline = (url: string, title = 'Show') =>
  `<outline type="rss" text="${title}" xmlUrl="${url}"/>`;

const preview = (list: string) => {
  const answer = previewShows(list, own);
  return answer === null ? null : showsPreviewSchema.parse(answer);
};

test('returns one line per feed in the order of the list, across folders', () => {
  const list = opml(
    `<outline text="News">${outline(FEED, 'A &amp; B')}</outline>`,
    outline('https://feeds.example/followed.xml'),
    outline(`${FEED}#top`),
    outline('https://a:b@feeds.example/x', 'Mine alone'),
    outline('https://feeds.example/rss?token=abc', 'https://feeds.example/rss?token=abc'),
    outline('javascript:alert(1)'),
    outline('/etc/passwd'),
    outline(`https://feeds.example/${'x'.repeat(3000)}`),
    '<outline text="A folder"/>',
    `<outline xmlUrl="https://other.example/rss"/>`,
  );
  const { lines, room } = preview(list)!;
  expect(room).toBe(7);
  expect(lines.map(({ title, feedUrl, outcome }) => [title, feedUrl, outcome])).toEqual([
    ['A & B', FEED, 'new'],
    ['Show', 'https://feeds.example/followed.xml', 'following'],
    ['Show', FEED, 'duplicate'],
    ['Mine alone', undefined, 'private'],
    ['', undefined, 'private'],
    ['Show', undefined, 'invalid'],
    ['Show', undefined, 'invalid'],
    ['Show', undefined, 'invalid'],
    ['other.example', 'https://other.example/rss', 'new'],
  ]);
  expect(lines[0]?.showId).toBe(showIdOf(FEED));
});

const times = (count: number, text: string) => text.repeat(count);

describe('a hostile list', () => {
  const entities = times(9, '<!ENTITY a "&a;&a;&a;">');
  test.each([
    ['entities', `<!DOCTYPE opml [${entities}]>${opml(outline(FEED, '&a;'))}`],
    ['an external document type', `<!DOCTYPE opml SYSTEM "file:///etc/passwd">${opml()}`],
    ['entities after the beginning', opml(`<!ENTITY x SYSTEM "file:///etc/passwd">`)],
    ['deep nesting', opml(times(50_000, '<outline>') + times(50_000, '</outline>'))],
    ['broken markup', '<opml><body><outline xmlUrl="'],
    ['a web page', '<!doctype html><html></html>'],
    ['a feed', '<rss version="2.0"><channel><title>x</title></channel></rss>'],
    ['JSON', '{"feeds":[]}'],
    ['nothing', ''],
    ['zero bytes', times(1000, '\0')],
  ])('finds no feeds in a hostile list: %s', (_name, list) => {
    expect(preview(list)?.lines ?? []).toEqual([]);
  });

  test.each([
    ['100 000 outlines', opml(times(100_000, '<outline/>'))],
    ['as many feeds as fit', opml(times(13_000, outline('https://f.example/')))],
    ['one endless attribute', opml(outline(`https://f.example/${times(900_000, 'x')}`))],
    ['many attributes', opml(`<outline ${times(100_000, 'a="b" ')}/>`)],
    ['many brackets', `<opml>${times(300_000, '<')}`],
    ['many ampersands', opml(outline(FEED, times(900_000, '&')))],
    ['comments', opml(times(140_000, '<!---->'))],
  ])('reads %s in linear time', (_name, list) => {
    expect(list.length).toBeLessThan(1.1 * MAX_OPML_BYTES);
    const lines = withoutBlowUp(() => preview(list))?.lines ?? [];
    expect(lines.length).toBeLessThanOrEqual(MAX_OPML_FEEDS);
  });

  test('answers any text without throwing', () => {
    const part = fc.constantFrom(
      '<opml>',
      '<body>',
      '<outline',
      ' xmlUrl="',
      FEED,
      '"',
      '/>',
      '</',
      '&#0;',
      '<![CDATA[',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }), (parts) => {
        const answer = preview(parts.join(''));
        for (const { feedUrl } of answer?.lines ?? []) {
          if (feedUrl !== undefined) expect(feedUrl).toMatch(/^https?:\/\//);
        }
      }),
    );
  });
});
