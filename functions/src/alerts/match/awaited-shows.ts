import { parseQuery } from '../../query/parse-query.ts';
import type { AlertQuery } from '../../query/alert-query.ts';

const MAX_AWAITED = 500;

/** Shows that alerts name with `show:`, in lower case. Their feeds are fetched as often as possible. */
export function awaitedShows(alerts: Iterable<AlertQuery>): string[] {
  const shows = new Set<string>();
  for (const { keyword, language } of alerts) {
    if (language === undefined || !/show:/i.test(keyword)) continue;
    for (const { field, text, beginning } of parseQuery([keyword]).filters) {
      if (field === 'show' && !beginning) shows.add(text.trim().toLowerCase());
      if (shows.size >= MAX_AWAITED) return [...shows];
    }
  }
  return [...shows];
}
