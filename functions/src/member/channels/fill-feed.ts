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

const MAX_AGE_MS = 30 * DAY_MS;
/** Each search counts against the person's allowance. */
const MAX_SEARCHES = 10;
/** For all searches together, because the person is waiting for the feed's address. */
const TIME_BUDGET_MS = 10_000;

export interface FillParts {
  alerts: readonly Alert[];
  /** Throws an `AppError` if the person's searches are used up or the search fails. */
  search: (request: SearchRequest) => Promise<SearchResponse>;
  siteUrl: string;
  nowMs: number;
}

/**
 * Searches for matches of a new feed's alerts, so that the feed is not empty. Later deliveries of these episodes have
 * the same ids and are not repeated. Stops at an `AppError` and returns the items found until then.
 */
export async function firstItems(parts: FillParts): Promise<AlertItem[]> {
  const startedAt = performance.now();
  let items: AlertItem[] = [];
  for (const alert of parts.alerts.slice(0, MAX_SEARCHES)) {
    const request = alertSearch(alert, parts.nowMs - MAX_AGE_MS);
    if (request === null) continue;
    if (performance.now() - startedAt > TIME_BUDGET_MS) break;
    try {
      const { episodes } = await parts.search(request);
      items = mergeItems(items, episodes.map(alertItems(alert, parts.siteUrl)));
    } catch (error) {
      if (error instanceof AppError) break;
      throw error;
    }
  }
  // Oldest first, as in messages, because a feed puts later items above earlier ones.
  return items
    .map((item) => ({ ...item, date_published: notAfter(item.date_published, parts.nowMs) }))
    .sort((left, right) => left.date_published.localeCompare(right.date_published));
}

/** Replaces a future date with now, because the episode would otherwise stay above later matches. */
function notAfter(date: string, nowMs: number): string {
  return new Date(Math.min(Date.parse(date), nowMs)).toISOString();
}
