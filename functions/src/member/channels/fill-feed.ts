import { mergeItems } from '../../delivery/channels/feed-items.ts';
import {
  type Alert,
  type AlertItem,
  DAY_MS,
  type SearchRequest,
  type SearchResponse,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { alertItems, alertSearch } from '../../search/alert-search.ts';

/** Maximum age of the first episodes of a new feed, ms. */
const SINCE_MS = 30 * DAY_MS;
/** Limit of alerts that are searched for; each search counts against the person's allowance. */
const MOST_ALERTS = 10;
/** Time for all searches together, ms: the person waits for the address. */
const WITHIN_MS = 10_000;

export interface FillParts {
  /** The feed's alerts, without paused ones. */
  alerts: readonly Alert[];
  /** Throws an `AppError` if the person's searches are used up, or nothing answers. */
  search: (request: SearchRequest) => Promise<SearchResponse>;
  /** Address of a search for an alert. */
  searchFor: (alert: Alert) => string;
  nowMs: number;
}

/**
 * The first items of a new feed, found by searches for its alerts, so that the feed is not empty. Later
 * deliveries of these episodes have the same ids. An `AppError` of a search ends the filling; the items found
 * until then are returned.
 */
export async function firstItems(parts: FillParts): Promise<AlertItem[]> {
  const startedAt = performance.now();
  let items: AlertItem[] = [];
  for (const alert of parts.alerts.slice(0, MOST_ALERTS)) {
    const request = alertSearch(alert, parts.nowMs - SINCE_MS);
    if (request === null) continue;
    if (performance.now() - startedAt > WITHIN_MS) break;
    try {
      const { episodes } = await parts.search(request);
      items = mergeItems(items, episodes.map(alertItems(alert, parts.searchFor(alert))));
    } catch (error) {
      if (error instanceof AppError) break;
      throw error;
    }
  }
  // Oldest first, as in messages: a feed puts later items above earlier ones.
  return items
    .map((item) => ({ ...item, date_published: notAfter(item.date_published, parts.nowMs) }))
    .sort((left, right) => left.date_published.localeCompare(right.date_published));
}

/** Limits the date, so that an episode dated ahead does not stay above later matches. */
function notAfter(date: string, nowMs: number): string {
  return new Date(Math.min(Date.parse(date), nowMs)).toISOString();
}
