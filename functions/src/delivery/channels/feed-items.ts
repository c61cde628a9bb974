import { type AlertItem, MAX_FEED_ITEMS, MINUTE_MS } from '../../contract/index.ts';
import { formerItemId } from '../../platform/item-id.ts';
import { joinedItem } from './joined-item.ts';

/** Maximum clock difference between our servers. A date further ahead comes from an episode, not from our clock. */
const MAX_CLOCK_SKEW_MS = MINUTE_MS;

/** In bytes of JSON. A Firestore document holds at most 1 MiB. */
const MAX_FEED_BYTES = 400_000;

/**
 * Puts a message's items (oldest first) on top of the feed, so that readers show the latest match first even if its
 * episode is old. An item already in the feed keeps its position, id and date. Idempotent.
 * @param now Date given to new items, epoch ms, because readers sort by date. Null keeps the episodes' own dates.
 */
export function mergeItems(
  before: readonly AlertItem[],
  message: readonly AlertItem[],
  now: number | null = null,
): AlertItem[] {
  const items = new Map<string, AlertItem>();
  // Setting an existing key of a map keeps the key's position.
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
 * Finds an item stored with an id from before November 2026, made of link and date. A new id would show the episode
 * twice in readers. Two episodes can share such an id, so the titles must match too.
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

/** Dates new items a second apart, so that readers keep their order, and never before the feed's newest item. */
function datesAfter(before: readonly AlertItem[], count: number, now: number) {
  const dates = before.map(({ date_published }) => Date.parse(date_published));
  const newestMs = Math.max(...dates.filter((date) => date <= now + MAX_CLOCK_SKEW_MS));
  return (index: number) =>
    new Date(Math.max(newestMs, now - 1000 * (count - 1 - index))).toISOString();
}
