import type { AlertNews } from '../planning/select-digest-content.ts';
import type { EpisodeBatch } from './episode-batch.ts';
import { createNewestMatches } from './newest-matches.ts';
import { newsUntilMs } from './news-time.ts';
import { plantQuestionTree } from './question-tree.ts';
import type { SavedKeyword } from './saved-keywords.ts';

/** What may be new for one person. */
export interface PersonNews {
  uid: string;
  /** One for each keyword. */
  news: AlertNews[];
}

/**
 * Everybody among these people to whom at least one episode is news. Keywords that are the same to a
 * search are matched once, however many people saved them; only matches are expanded to people, and of
 * each keyword a bounded number is held.
 */
export function matchAlerts(
  people: Iterable<ReadonlyMap<string, SavedKeyword>>,
  { episodes, vocabulary, rows }: EpisodeBatch,
): PersonNews[] {
  const saversOf = new Map<string, SavedKeyword[]>();
  for (const keywords of people) {
    for (const [keyword, saved] of keywords) {
      const same = saversOf.get(keyword);
      if (same === undefined) saversOf.set(keyword, [saved]);
      else same.push(saved);
    }
  }

  const tree = plantQuestionTree(saversOf.keys(), vocabulary);
  const matches = createNewestMatches();
  for (const [index, episode] of episodes.entries()) {
    for (const place of tree.answeredBy(rows[index] ?? NO_TOKENS)) matches.add(place, episode);
  }

  const newsOf = new Map<string, AlertNews[]>();
  let place = -1;
  for (const [normalised, savers] of saversOf) {
    const found = matches.of((place += 1));
    if (found === null) continue;
    const { episodes: all, countMore } = found;
    const first = Math.min(...all.map(newsUntilMs));
    for (const saved of savers) {
      // Most alerts are older than all of it and share one list: many people save the same keyword.
      const fresh =
        saved.sinceMs < first ? all : all.filter((each) => newsUntilMs(each) > saved.sinceMs);
      if (fresh.length === 0) continue;
      const news = newsOf.get(saved.uid) ?? [];
      news.push({ saved, normalised, episodes: fresh, countMore });
      newsOf.set(saved.uid, news);
    }
  }
  return Array.from(newsOf, ([uid, news]) => ({ uid, news }));
}

const NO_TOKENS = new Int32Array();
