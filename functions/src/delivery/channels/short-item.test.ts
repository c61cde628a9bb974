import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertItemSchema } from '../../contract/index.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { wholeItem } from './fixtures/whole-item.ts';
import { shortItem } from './short-item.ts';

const bytesOf = (item: unknown) => Buffer.byteLength(JSON.stringify(item));

test('leaves an item that fits unchanged', () => {
  expect(shortItem(wholeItem, bytesOf(wholeItem), bytesOf)).toBe(wholeItem);
});

test('cuts an item to any size from one kilobyte up and keeps it valid', () => {
  const long = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.repeat(200)),
    fc.constantFrom('ü'.repeat(5000), '\u0000'.repeat(5000), '👩‍👩‍👧‍👦'.repeat(900), ''),
  );
  const items = fc
    .record({
      title: long,
      content_text: long,
      content_html: long,
      url: long,
      image: long,
      authors: fc.array(fc.record({ name: long }), { maxLength: 3 }),
      tags: fc.array(long, { maxLength: 200 }),
      attachments: fc.array(fc.record({ url: long, mime_type: fc.constant('audio/mpeg') })),
      _earshot: fc.record({
        alerts: fc.array(fc.record({ id: fc.constant('000'), query: long }), { maxLength: 200 }),
        reasons: fc.array(fc.record({ place: fc.constant('notes' as const), text: long })),
        said: fc.array(fc.record({ at_seconds: fc.nat(), text: long, url: long })),
        page: fc.option(long, { nil: undefined }),
      }),
    })
    .map((fields) => ({ ...wholeItem, ...fields }));
  fc.assert(
    fc.property(items, fc.integer({ min: 1000, max: 20_000 }), (item, most) => {
      const short = shortItem(item, most, bytesOf);
      expect(bytesOf(short)).toBeLessThanOrEqual(most);
      expect(alertItemSchema.parse(short).id).toBe(item.id);
    }),
    { numRuns: fuzzRuns(60) },
  );
});

test('keeps the address of the episode’s page', () => {
  const page = `https://earshot.example/episode/${'0'.repeat(20)}/${'1'.repeat(32)}`;
  const _earshot = { ...wholeItem._earshot, page };
  const long = { ...wholeItem, title: 'ü'.repeat(5000), _earshot };
  for (const most of [2000, 5000]) {
    expect(shortItem(long, most, bytesOf)._earshot.page).toBe(page);
  }
});
