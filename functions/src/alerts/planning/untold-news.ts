import { lookedFor } from '../../keywords/question-key.ts';
import { inOrderSeen, type NewEpisode } from '../../catalogue/new-episode.ts';
import type { AlertNews, UntoldEpisode, UntoldNews } from './select-digest-content.ts';
import { type Ledger, pairHash, sentPairs } from '../outbox/ledger.ts';
import { REFRESH_TAKES_MS } from '../matching/news-time.ts';
import type { SavedKeyword } from '../matching/saved-keywords.ts';
import { toldKeys } from './told-keys.ts';

/**
 * What of a person's possible news the ledger does not know, each episode once a keyword. What a keyword
 * leaves out, and whether the transcript counts, makes no difference: somebody who leaves out a show is
 * not told everything else again. An episode is recognised by its {@link toldKeys}. If several copies are
 * new, the one seen first is told, together with the shows of the others.
 */
export function untoldNews(news: readonly AlertNews[], ledger: Ledger): UntoldNews[] {
  const told = sentPairs(ledger);
  // What this digest tells, by keyword and by pair.
  const tellingOf = new Map<string, Map<string, Telling>>();
  const { forgottenUntilMs, last } = ledger;
  return news.flatMap(({ saved, normalised, episodes, countMore }) => {
    const pairs = new Set<string>();
    const form = lookedFor(normalised);
    const telling = tellingOf.get(form) ?? new Map<string, Telling>();
    tellingOf.set(form, telling);
    const untold: Telling[] = [];
    for (const episode of inOrder(episodes)) {
      if (Math.min(episode.ingestedAtMs, episode.pubDateMs) <= forgottenUntilMs) continue;
      const { own, shared } = toldKeys(episode);
      const named = own.map((name) => pairHash(`keyword ${form}`, name));
      const keys = shared.map((key) => pairHash(`keyword ${form}`, key));
      if ([...named, ...keys].some((pair) => told.has(pair))) continue;
      // Older ledgers know the keyword together with what it leaves out.
      const wasTold = (name: string) => told.has(pairHash(`keyword ${normalised}`, name));
      if (form !== normalised && own.some(wasTold)) continue;
      if (named.some((pair) => telling.has(pair)) || wasToldByAddress(saved, episode, told))
        continue;
      const copy = keys.map((key) => telling.get(key)).find((same) => same !== undefined);
      const mine = copy ?? { episode, alsoIn: new Set<string>() };
      if (copy === undefined) untold.push(mine);
      else if (copy.episode.podcast !== episode.podcast) copy.alsoIn.add(episode.podcast);
      // A copy may claim keys of other episodes: these are not told by it.
      for (const pair of copy === undefined ? [...named, ...keys] : named) {
        pairs.add(pair);
        telling.set(pair, mine);
      }
    }
    if (untold.length === 0) return [];
    const countedSinceMs = last === null ? 0 : last.atMs + REFRESH_TAKES_MS;
    const moreCount = countMore(Math.max(saved.sinceMs, countedSinceMs));
    return [{ saved, normalised, episodes: untold, moreCount, pairs: [...pairs] }];
  });
}

/** As {@link UntoldEpisode}, while its copies are gathered. */
interface Telling extends UntoldEpisode {
  alsoIn: Set<string>;
}

/** Sorted by when they were first seen if there are copies, as a search sorts them. */
function inOrder(episodes: readonly NewEpisode[]): readonly NewEpisode[] {
  const hasCopies = ({ copies }: NewEpisode) => typeof copies?.group === 'number';
  return episodes.some(hasCopies) ? episodes.toSorted(inOrderSeen) : episodes;
}

/** Ledgers of the versions before knew pairs of alert and address; they forget them after 17 days. */
function wasToldByAddress(
  { alertId, otherAlertIds = [] }: SavedKeyword,
  { key }: NewEpisode,
  told: ReadonlySet<string>,
): boolean {
  return [alertId, ...otherAlertIds].some((id) => told.has(pairHash(id, key)));
}
