import type { NewEpisode } from '../catalogue/read-new-episodes.ts';
import { type AlertNews, firstStoredMs } from './choose-sections.ts';
import { createMatcher } from './match-keywords.ts';
import { normaliseKeyword } from '../catalogue/keyword-expression.ts';
import type { ActiveAlert } from './outbox-store.ts';

/** What may be new for one person. */
export interface PersonNews {
  uid: string;
  news: AlertNews[];
}

/**
 * Everybody for whom at least one episode was stored after the alert it matches was saved or
 * resumed. Keywords that are the same to a search are matched once, however many people saved them;
 * only matches are expanded to people.
 */
export async function matchEverybody(
  alerts: AsyncIterable<ActiveAlert>,
  episodes: Iterable<NewEpisode>,
): Promise<PersonNews[]> {
  const alertsOf = new Map<string, ActiveAlert[]>();
  for await (const alert of alerts) {
    const keyword = normaliseKeyword(alert.keyword);
    const same = alertsOf.get(keyword);
    if (same === undefined) alertsOf.set(keyword, [alert]);
    else same.push(alert);
  }

  const matcher = createMatcher(alertsOf.keys());
  // By place of the keyword.
  const matches: NewEpisode[][] = [];
  for (const episode of episodes) {
    for (const place of matcher.match(episode)) (matches[place] ??= []).push(episode);
  }

  const newsOf = new Map<string, AlertNews[]>();
  [...alertsOf.values()].forEach((same, place) => {
    const found = matches[place];
    if (found === undefined) return;
    const oldestMs = firstStoredMs(found);
    for (const { uid, alertId, keyword, sinceMs } of same) {
      // Most alerts are older than all of it and share one list: many people save the same keyword.
      const fresh =
        sinceMs < oldestMs ? found : found.filter(({ ingestedAtMs }) => ingestedAtMs > sinceMs);
      if (fresh.length === 0) continue;
      const news = newsOf.get(uid) ?? [];
      news.push({ alertId, keyword, episodes: fresh });
      newsOf.set(uid, news);
    }
  });
  return Array.from(newsOf, ([uid, news]) => ({ uid, news }));
}
