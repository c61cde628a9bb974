import { normaliseKeyword } from '../../keywords/keyword-expression.ts';
import { lookedFor } from '../../keywords/question-key.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import type { AlertNews, UntoldNews } from './select-digest-content.ts';
import { type Ledger, pairHash, sentPairs } from '../outbox/ledger.ts';
import { REFRESH_TAKES_MS } from '../matching/news-time.ts';
import type { SavedKeyword } from '../matching/saved-keywords.ts';

/**
 * Of what may be new for a person, what the ledger does not know, each episode once a keyword,
 * whatever the keyword leaves out, and whether spoken words count or not: who leaves out a show is not
 * told everything else again. An episode is known by the item of its feed, and besides by show, title
 * and day: feeds change addresses and guids, and two feeds may hold the same episode.
 */
export function untoldNews(news: readonly AlertNews[], ledger: Ledger): UntoldNews[] {
  const told = sentPairs(ledger);
  const pairsOf = new Map<string, Set<string>>();
  const { forgottenUntilMs, last } = ledger;
  return news.flatMap(({ saved, normalised, episodes, countMore }) => {
    const pairs = new Set<string>();
    const form = lookedFor(normalised);
    const ofKeyword = pairsOf.get(form) ?? new Set();
    pairsOf.set(form, ofKeyword);
    const isKnown = (pair: string) => told.has(pair) || ofKeyword.has(pair);
    // Ledgers of before remember what is left out with the rest.
    const wasTold = (known: string) =>
      form !== normalised && told.has(pairHash(`keyword ${normalised}`, known));
    const untold = episodes.filter((episode) => {
      if (Math.min(episode.ingestedAtMs, episode.pubDateMs) <= forgottenUntilMs) return false;
      const item = pairHash(`keyword ${form}`, episode.item);
      if (isKnown(item) || wasTold(episode.item)) return false;
      const title = pairHash(`keyword ${form}`, titleAndDay(episode));
      if (isKnown(title) || wasTold(titleAndDay(episode))) return false;
      if (wasToldByAddress(saved, episode, told)) return false;
      for (const pair of [item, title]) {
        pairs.add(pair);
        ofKeyword.add(pair);
      }
      return true;
    });
    if (untold.length === 0) return [];
    const countedSinceMs = last === null ? 0 : last.atMs + REFRESH_TAKES_MS;
    const moreCount = countMore(Math.max(saved.sinceMs, countedSinceMs));
    return [{ saved, normalised, episodes: untold, moreCount, pairs: [...pairs] }];
  });
}

/** Of episodes that many people are told, made once. */
const titlesAndDays = new WeakMap<NewEpisode, string>();

/** Show and title without regard to case and signs, and the day of UTC. */
function titleAndDay(episode: NewEpisode): string {
  let made = titlesAndDays.get(episode);
  if (made === undefined) {
    const { podcast, title, pubDateMs } = episode;
    const day = new Date(pubDateMs).toISOString().slice(0, 10);
    const texts = [podcast, title].map((text) => normaliseKeyword(text) || text);
    made = `${texts.join('\n')}\n${day}`;
    titlesAndDays.set(episode, made);
  }
  return made;
}

/** Ledgers of the versions before knew pairs of alert and address; they forget them after 17 days. */
function wasToldByAddress(
  { alertId, otherAlertIds = [] }: SavedKeyword,
  { key }: NewEpisode,
  told: ReadonlySet<string>,
): boolean {
  return [alertId, ...otherAlertIds].some((id) => told.has(pairHash(id, key)));
}
