import { type AlertItem, MAX_FEED_ITEMS, MINUTE_MS } from '../../contract/index.ts';
import { formerItemId } from '../../platform/item-id.ts';
import { joinedItem } from './joined-item.ts';

/**
 * Largest assumed difference between servers’ clocks. Dates further ahead are not ours but an episode's own,
 * which may be tomorrow.
 */
const CLOCKS_APART_MS = MINUTE_MS;

/** UTF-8; a document of Firestore holds 1 MiB. */
const MAX_FEED_BYTES = 400_000;

/**
 * The feed's items with those of a message (oldest first) on top, so that readers see the latest match first,
 * however old its episode is. An item that is in the feed already keeps its position, id and date. Merging a
 * message twice changes nothing.
 * @param now Date of new items, epoch milliseconds, because readers sort by it; null keeps the episodes' own
 * dates.
 */
export function mergeItems(
  before: readonly AlertItem[],
  message: readonly AlertItem[],
  now: number | null = null,
): AlertItem[] {
  const items = new Map<string, AlertItem>();
  // A map keeps the position of an entry that is set again.
  for (const item of [...before].reverse()) items.set(item.id, item);
  const dateOf = now === null ? null : datesAfter(before, message.length, now);
  const joined = new Set<string>();
  message.forEach((item, index) => {
    const known = items.get(item.id) ?? formerItem(items, item, joined);
    if (known === undefined) {
      items.set(item.id, { ...item, ...(dateOf && { date_published: dateOf(index) }) });
    } else {
      joined.add(known.id);
      items.set(known.id, joinedItem(known, item));
    }
  });
  let bytes = 0;
  return [...items.values()]
    .reverse()
    .slice(0, MAX_FEED_ITEMS)
    .filter((item) => {
      bytes += Buffer.byteLength(JSON.stringify(item));
      return bytes <= MAX_FEED_BYTES;
    });
}

/**
 * The same episode's item as stored until November 2026, with an id made of link and date, by which readers
 * know it. Two episodes can share that id, so the title decides.
 */
function formerItem(
  items: ReadonlyMap<string, AlertItem>,
  { url = '', title, authors, date_published, _earshot }: AlertItem,
  joined: ReadonlySet<string>,
): AlertItem | undefined {
  const pubDateMs = Date.parse(_earshot.published ?? date_published);
  const podcast = authors[0]?.name ?? '';
  const known = items.get(formerItemId({ title, link: url, podcast, pubDateMs }));
  return known?.title === title && !joined.has(known.id) ? known : undefined;
}

/**
 * Dates that are seconds apart, so that readers keep the order, and none older than the newest item in the
 * feed.
 */
function datesAfter(before: readonly AlertItem[], count: number, now: number) {
  const dates = before.map(({ date_published }) => Date.parse(date_published));
  const seenMs = Math.max(...dates.filter((date) => date <= now + CLOCKS_APART_MS));
  return (index: number) =>
    new Date(Math.max(seenMs, now - 1000 * (count - 1 - index))).toISOString();
}
