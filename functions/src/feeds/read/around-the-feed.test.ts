import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { item, NOW, rss } from '../fixtures/rss.ts';
import { readFeed } from './read-feed.ts';

const FEED = `<?xml version="1.0" encoding="UTF-8"?>\n${rss(item(1) + item(2))}`;
const ATOM = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title>
  <entry><title>Episode 1</title><id>1</id><link href="https://a.example/1"/></entry></feed>`;
const WARNING =
  '<br />\n<b>Warning</b>:  Undefined variable $a in <b>/srv/a.php</b> on line <b>41</b><br />\n';

const read = (text: string) => readFeed(Buffer.from(text), null, NOW);
const outcome = (text: string) => {
  const reading = read(text);
  return reading.kind === 'read' ? reading.items.length : reading.code;
};

const BEFORE = [
  WARNING,
  'PHP Notice:  Undefined index: id in /srv/stats.php on line 3\n',
  'Deprecated: trim(): Passing null to "$string" in /srv/a.php on line 9\n\n',
  '<a href="https://spam.example/" style="display:none">cheap</a>',
  "<table class='xdebug-error'><tr><td>1 < 2<br></td></tr></table>\n",
  '<script>if (a < b) document.write("<div>")</script>',
  '<style>a > b {}</style><p>Hello',
  '<!-- cached <div> -->',
  '<div class="notice"><p>Update now</div>',
  '\r\n\r\n\t',
  '\ufeff',
  '\ufeff\ufeff\n',
  'ï»¿',
  '<?php ?>',
];
const BEHIND = [
  '<script defer src="https://a.example/b.js" data-cf=\'{"token":"x"}\'></script>\n',
  '<!-- served by node 7 -->',
  '<div>unclosed <b>',
  '\n\n</body></html>',
  WARNING,
  '<rss/>',
  '\0\0\0',
  ' a < b ]]> & c',
  '<!DOCTYPE html><html></html>',
];

test.each(BEFORE)('ignores %j before a feed', (noise) => {
  expect([outcome(noise + FEED), outcome(noise + ATOM)]).toEqual([2, 1]);
});

test.each(BEHIND)('ignores %j behind a feed', (noise) => {
  expect([outcome(FEED + noise), outcome(ATOM + noise)]).toEqual([2, 1]);
});

test('reads the same feed whatever stands before and behind it', () => {
  const parts = (among: string[]) =>
    fc.array(fc.constantFrom(...among), { maxLength: 4 }).map((noise) => noise.join(''));
  fc.assert(
    fc.property(parts(BEFORE), parts(BEHIND), (before, behind) => {
      expect(read(before + FEED + behind)).toEqual(read(FEED));
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test.each([
  [
    'a page with an escaped feed',
    '<!doctype html><html><body><pre>&lt;rss&gt;</pre></body></html>',
  ],
  ['a page with a feed', `<html><body>${FEED}</body></html>`],
  ['a page with a declaration', `<?xml version="1.0"?><html><textarea>${FEED}</textarea></html>`],
  ['a warning and a page', `${WARNING}<!doctype html><html><body>${FEED}</body></html>`],
  ['a fragment', `<h1>Feeds</h1><pre>${FEED}</pre>`],
  ['a code block', `<p>So:</p><code class="xml">${FEED}</code>`],
  ['a script', `<script>const feed = \`${FEED}\`</script>`],
  ['a comment', `Hello <!-- ${FEED} -->`],
  ['a CDATA section', `<data><![CDATA[${FEED}]]></data>`],
  ['another document', `<response><status/>${FEED}</response>`],
  ['a quotation', `A feed begins with "${FEED}".`],
  ['Markdown', `# Feeds\n\n\`\`\`xml\n${FEED}\n\`\`\`\n`],
  ['JSON', JSON.stringify({ body: FEED })],
])('refuses %s that quotes a feed', (_, page) => {
  expect(outcome(page)).toMatch(/^(?:web-page|not-a-feed)$/);
});

test.each([
  ['declarations', '<!DOCTYPE rss [<!ENTITY a "b">]>'],
  ['a half-open tag', '<div class="'],
])('refuses a feed behind a warning and %s', (_, more) => {
  expect(outcome(WARNING + more + FEED)).toBe('not-a-feed');
});

test.each(['<!--', '<script>', '<a ', '<', '"', '```', '<!doctype a', '<b></b>', '<x:'])(
  'looks for a feed behind many %s in linear time',
  (piece) => {
    const begun = Date.now();
    outcome(`text ${piece.repeat(90_000 / piece.length)}${FEED}`);
    expect(Date.now() - begun).toBeLessThan(2000);
  },
);
