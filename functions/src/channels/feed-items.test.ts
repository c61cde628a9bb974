import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../test-runs.ts';
import { mergeItems } from './feed-items.ts';
import { itemNumber } from './fixtures/whole-item.ts';

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

describe('a feed', () => {
  test('holds the last 100 items that came, each once, whatever messages came twice', () => {
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

  test('has the newest message on top, also where its episodes are old', () => {
    const feed = mergeItems([], [itemNumber(5), itemNumber(6)]);
    expect(ids(mergeItems(feed, [itemNumber(1), itemNumber(2)]))).toEqual(
      ids([itemNumber(2), itemNumber(1), itemNumber(6), itemNumber(5)]),
    );
  });

  test('joins the alerts of an item that came twice', () => {
    const [one, other] = [itemsOf([{ index: 1, alert: 1 }]), itemsOf([{ index: 1, alert: 2 }])];
    const [item, ...more] = mergeItems(mergeItems([], one), other);
    expect(more).toEqual([]);
    expect(item?.tags).toEqual(['query 1', 'query 2']);
    expect(item?._earshot.alerts.map(({ id }) => id)).toEqual(['001', '002']);
  });

  test('stays below 400 kB', () => {
    const long = Array.from({ length: 100 }, (_, at) =>
      itemNumber(at, { content_text: 'ü'.repeat(4000) }),
    );
    const bytes = Buffer.byteLength(JSON.stringify(mergeItems([], long)));
    expect(bytes).toBeLessThan(401_000);
    expect(bytes).toBeGreaterThan(380_000);
  });
});
