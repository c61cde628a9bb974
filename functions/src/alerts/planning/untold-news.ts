import { normaliseKeyword } from '../../keywords/keyword-expression.ts';
import { lookedFor } from '../../keywords/question-key.ts';
import { inOrderSeen, type NewEpisode } from '../../catalogue/new-episode.ts';
import type { AlertNews, UntoldEpisode, UntoldNews } from './select-digest-content.ts';
import { type Ledger, pairHash, sentPairs } from '../outbox/ledger.ts';
import { REFRESH_TAKES_MS } from '../matching/news-time.ts';
import type { SavedKeyword } from '../matching/saved-keywords.ts';

/**
 * What of a person's possible news the ledger does not know, each episode once a keyword. What a keyword
 * leaves out, and whether the transcript counts, makes no difference: somebody who leaves out a show is
 * not told everything else again. An episode is recognised by the item of its feed, by show, title and
 * day, and by what it shares with its copies in other feeds; for feeds change addresses and guids, and
 * shows change feeds. If several copies are new, the one seen first is told, together with the shows of
 * the others.
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
      const names = [episode.item, titleAndDay(episode)];
      const named = names.map((name) => pairHash(`keyword ${form}`, name));
      const keys = copyKeysOf(episode).map((key) => pairHash(`keyword ${form}`, key));
      if ([...named, ...keys].some((pair) => told.has(pair))) continue;
      // Older ledgers know the keyword together with what it leaves out.
      const wasTold = (name: string) => told.has(pairHash(`keyword ${normalised}`, name));
      if (form !== normalised && names.some(wasTold)) continue;
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

function copyKeysOf({ copies }: NewEpisode): string[] {
  return copies === undefined ? [] : copies.keys.map((key) => `copy ${key}`);
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
