import { type AlertItem, MAX_FEED_ITEMS } from '../contract/index.ts';

/** UTF-8; a document of Firestore holds 1 MiB. */
const MAX_FEED_BYTES = 400_000;

/**
 * The feed's items with new ones, the newest first. An item that is there already is replaced, and keeps the
 * alerts it was told for; equal deliveries give equal items.
 */
export function mergeItems(before: readonly AlertItem[], added: readonly AlertItem[]): AlertItem[] {
  const byId = new Map(before.map((item) => [item.id, item]));
  for (const item of added) {
    const known = byId.get(item.id);
    byId.set(item.id, known === undefined ? item : joined(known, item));
  }
  const newest = [...byId.values()]
    .sort((left, right) => timeOf(right) - timeOf(left) || compare(left.id, right.id))
    .slice(0, MAX_FEED_ITEMS);
  let bytes = 0;
  return newest.filter((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes <= MAX_FEED_BYTES;
  });
}

function joined(known: AlertItem, added: AlertItem): AlertItem {
  const alerts = new Map(
    [...known._earshot.alerts, ...added._earshot.alerts].map((alert) => [alert.id, alert]),
  );
  return {
    ...added,
    tags: [...new Set([...known.tags, ...added.tags])],
    _earshot: { ...added._earshot, alerts: [...alerts.values()] },
  };
}

function timeOf({ date_published }: AlertItem): number {
  const timeMs = Date.parse(date_published);
  return Number.isNaN(timeMs) ? 0 : timeMs;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
