import { mergeItems } from '../channels/feed-items.ts';
import {
  type Alert,
  type AlertItem,
  DAY_MS,
  type SearchRequest,
  type SearchResponse,
} from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { alertItems, alertSearch } from '../search/alert-search.ts';

/** How far back a new feed begins. */
const SINCE_MS = 30 * DAY_MS;
/** Each is a search of the person's. */
const MOST_ALERTS = 10;
/** For all searches together: the person waits for the address. */
const WITHIN_MS = 10_000;

export interface FillParts {
  /** The feed's, without paused ones. */
  alerts: readonly Alert[];
  /** Throws an `AppError` where the person's searches are used up, or nothing answers. */
  search: (request: SearchRequest) => Promise<SearchResponse>;
  /** Address of a search for an alert. */
  searchFor: (alert: Alert) => string;
  nowMs: number;
}

/**
 * What a new feed begins with, so that it is not empty: what its alerts found lately. Their ids are those of later
 * deliveries. A search that fails ends it; what was found until then is there.
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
  // Oldest first, as in messages: the newest ends on top.
  return items
    .map((item) => ({ ...item, date_published: notAfter(item.date_published, parts.nowMs) }))
    .sort((left, right) => left.date_published.localeCompare(right.date_published));
}

/** Else an episode dated ahead would stand above what matches later. */
function notAfter(date: string, nowMs: number): string {
  return new Date(Math.min(Date.parse(date), nowMs)).toISOString();
}
