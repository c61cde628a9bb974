import { type AlertItem, MAX_FEED_ITEMS } from '../contract/index.ts';

/** UTF-8; a document of Firestore holds 1 MiB. */
const MAX_FEED_BYTES = 400_000;

/**
 * The feed's items with those of a message (oldest first) on top: readers see what came last, however old the
 * episode is. An item that is there already is replaced in its place, and keeps the alerts it was told for. A
 * message that is merged twice changes nothing.
 */
export function mergeItems(
  before: readonly AlertItem[],
  message: readonly AlertItem[],
): AlertItem[] {
  const items = new Map<string, AlertItem>();
  // A map keeps the place of what is set again.
  for (const item of [...before].reverse()) items.set(item.id, item);
  for (const item of message) {
    const known = items.get(item.id);
    items.set(item.id, known === undefined ? item : joined(known, item));
  }
  let bytes = 0;
  return [...items.values()]
    .reverse()
    .slice(0, MAX_FEED_ITEMS)
    .filter((item) => {
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
