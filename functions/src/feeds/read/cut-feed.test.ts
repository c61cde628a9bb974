import { expect, test } from 'vitest';
import { readFeed } from './read-feed.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const MAX_LENGTH = 50_000;

function feed(kind: 'rss' | 'atom' | 'prefixed', items: number, more = ''): string {
  const p = kind === 'prefixed' ? 'atom:' : '';
  const item = (at: number) =>
    kind === 'rss'
      ? `<item><title>Item ${at}</title><link>https://a.example/${at}</link>${more}</item>`
      : `<${p}entry><${p}title>Item ${at}</${p}title><${p}link href="https://a.example/${at}"/>${more}</${p}entry>`;
  const all = Array.from({ length: items }, (_, at) => item(at)).join('\n');
  if (kind === 'rss')
    return `<rss version="2.0"><channel><title>Show</title>${all}</channel></rss>`;
  const xmlns = kind === 'atom' ? 'xmlns' : 'xmlns:atom';
  return `<${p}feed ${xmlns}="http://www.w3.org/2005/Atom"><${p}title>Show</${p}title>${all}</${p}feed>`;
}

const read = (xml: string) => readFeed(Buffer.from(xml), null, NOW, null, NOW, MAX_LENGTH);

test.each(['rss', 'atom', 'prefixed'] as const)(
  'reads the beginning of a long %s feed and counts all its items',
  (kind) => {
    const reading = read(feed(kind, 5000));
    expect(reading).toMatchObject({ kind: 'read', show: { title: 'Show' }, itemsFound: 5000 });
    expect(reading.kind === 'read' && reading.items[0]?.title).toBe('Item 0');
  },
);

test.each(['rss', 'atom', 'prefixed'] as const)('reads the whole of a short %s feed', (kind) => {
  expect(read(feed(kind, 20))).toMatchObject({ kind: 'read', itemsFound: 20 });
});

test('refuses a long feed whose beginning contains no complete item', () => {
  expect(read(feed('rss', 1, 'x'.repeat(2 * MAX_LENGTH)))).toMatchObject({
    kind: 'refused',
    code: 'not-well-formed',
  });
});
