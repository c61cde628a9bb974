import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import type { AlertItem } from '../../contract/index.ts';
import { formerItemId } from '../../platform/item-id.ts';
import { mergeItems } from './feed-items.ts';
import { itemNumber } from './fixtures/whole-item.ts';

/** Later than every generated episode. */
const START = Date.parse(itemNumber(1000).date_published);

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

const message = fc.uniqueArray(
  fc.record({ index: fc.nat({ max: 150 }), alert: fc.nat({ max: 3 }) }),
  { maxLength: 20, selector: ({ index }) => index },
);

function itemsOf(drawn: readonly { index: number; alert: number }[]) {
  return drawn.map(({ index, alert }) => {
    const { _earshot } = itemNumber(index);
    const alerts = [{ id: `00${alert}`, query: `query ${alert}` }];
    return itemNumber(index, { tags: [`query ${alert}`], _earshot: { ..._earshot, alerts } });
  });
}

test('an item keeps its page if a later message lacks it', () => {
  const page = 'https://earshot.example/episode/0/1';
  const [first, later] = itemsOf([1, 2].map((alert) => ({ index: 0, alert })));
  const paged = { ...first!, _earshot: { ...first!._earshot, page } };
  const [item] = mergeItems([paged], [later!]);
  expect(item?._earshot).toMatchObject({ page, alerts: [{ id: '001' }, { id: '002' }] });
});

describe('a feed', () => {
  test('keeps the last 100 items, each once, even if messages arrive twice', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 15 }), (messages) => {
        let items = mergeItems([], []);
        const came: string[] = [];
        for (const drawn of messages) {
          const once = mergeItems(items, itemsOf(drawn));
          expect(mergeItems(once, itemsOf(drawn))).toEqual(once);
          for (const { id } of itemsOf(drawn)) if (!ids(items).includes(id)) came.push(id);
          items = once;
        }
        const last = came.filter((id, at) => came.lastIndexOf(id) === at).slice(-100);
        expect(ids(items)).toEqual(last.reverse());
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  test('puts the newest message on top even if its episodes are old', () => {
    const feed = mergeItems([], [itemNumber(5), itemNumber(6)]);
    expect(ids(mergeItems(feed, [itemNumber(1), itemNumber(2)]))).toEqual(
      ids([itemNumber(2), itemNumber(1), itemNumber(6), itemNumber(5)]),
    );
  });

  test('merges the alerts of an item that arrives twice', () => {
    const [one, other] = [itemsOf([{ index: 1, alert: 1 }]), itemsOf([{ index: 1, alert: 2 }])];
    const [item, ...more] = mergeItems(mergeItems([], one), other);
    expect(more).toEqual([]);
    expect(item?.tags).toEqual(['query 1', 'query 2']);
    expect(item?._earshot.alerts.map(({ id }) => id)).toEqual(['001', '002']);
  });

  test('states why each alert matched, with only the latest text of the same alert', () => {
    const about = (alert: number, text: string) => {
      const [item] = itemsOf([{ index: 1, alert }]);
      const content = { content_text: text, content_html: `<p><mark>${text}</mark></p>` };
      const reasons = [{ place: 'notes' as const, text }];
      return { ...item!, ...content, _earshot: { ...item!._earshot, reasons } };
    };
    const told = (...items: AlertItem[]) =>
      items.reduce<AlertItem[]>((feed, item) => mergeItems(feed, [item]), [])[0]!;
    const both = told(about(1, 'one'), about(2, 'two'));
    expect(both.content_text).toBe('one\ntwo');
    expect(both.content_html).toBe('<p><mark>one</mark></p><p><mark>two</mark></p>');
    expect(both._earshot.reasons.map(({ text }) => text)).toEqual(['one', 'two']);
    const again = told(about(1, 'one'), about(1, 'corrected'));
    expect([again.content_text, again._earshot.reasons.length]).toEqual(['corrected', 1]);
    // An episode that matches 200 alerts must leave room for other episodes.
    const many = told(...Array.from({ length: 200 }, (_, at) => about(at, `${at}`.repeat(400))));
    expect(many._earshot.alerts).toHaveLength(200);
    expect(many.content_text.length).toBeLessThan(4100);
    expect(many.content_text).toMatch(/^0{400}\n/);
  });

  test('dates new items by their match, never before an item already in the feed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ drawn: message, seconds: fc.integer({ min: -5, max: 4000 }) }), {
          maxLength: 12,
        }),
        (messages) => {
          let [items, now] = [mergeItems([], itemsOf([{ index: 0, alert: 0 }])), START];
          for (const { drawn, seconds } of messages) {
            now += seconds * 1000;
            const dates = new Map(items.map((item) => [item.id, item.date_published]));
            items = mergeItems(items, itemsOf(drawn), now);
            const times = items.map(({ date_published }) => Date.parse(date_published));
            expect(times).toEqual([...times].sort((a, b) => b - a));
            for (const { id, date_published, _earshot } of items) {
              expect(date_published).toBe(dates.get(id) ?? date_published);
              const own = itemNumber(Number(id.slice(5))).date_published;
              expect(_earshot.published).toBe(own);
            }
          }
        },
      ),
      { numRuns: fuzzRuns(100) },
    );
  });

  test('recognises items under their ids of before November 2026 and does not repeat them', () => {
    const stored = (title: string) => {
      const { _earshot, ...item } = itemNumber(1, { title });
      const { published: _, ...before } = _earshot;
      const podcast = item.authors[0]!.name;
      const pubDateMs = Date.parse(item.date_published);
      const id = formerItemId({ title, link: item.url!, podcast, pubDateMs });
      return { ...item, id, _earshot: before };
    };
    const before = stored('Ledgers');
    const now = Date.now();
    // “Graphs” had the same id before November 2026, because it has the same link and date. It was never in the feed.
    const message = [itemNumber(1, { id: 'new', title: 'Graphs' }), itemNumber(1)];
    const [other, known, ...more] = mergeItems([before], message, now);
    expect(more).toEqual([]);
    expect([known!.id, known!.date_published]).toEqual([before.id, before.date_published]);
    expect([other!.id, other!.title]).toEqual(['new', 'Graphs']);
    expect(mergeItems([other!, known!], message, now)).toEqual([other, known]);
    const corrected = mergeItems([before], [itemNumber(1, { title: 'Ledgers, corrected' })], now);
    expect(corrected.map(({ id }) => id)).toEqual(['item-1', before.id]);
  });

  test('keeps a feed below 400 kB', () => {
    const long = Array.from({ length: 100 }, (_, at) =>
      itemNumber(at, { content_text: 'ü'.repeat(4000) }),
    );
    const bytes = Buffer.byteLength(JSON.stringify(mergeItems([], long)));
    expect(bytes).toBeLessThan(401_000);
    expect(bytes).toBeGreaterThan(380_000);
  });
});
