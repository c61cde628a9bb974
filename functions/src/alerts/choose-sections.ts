import { keywordExcerpt } from '../catalogue/keyword-excerpt.ts';
import { normaliseKeyword } from '../catalogue/keyword-expression.ts';
import type { NewEpisode } from '../catalogue/read-new-episodes.ts';
import type { DigestEpisode } from '../mail/digest-content.ts';
import type { DigestSection } from './digest.ts';
import { pairBytes, pairHash } from './ledger.ts';

/** One alert of a person and what is new for it. */
export interface AlertNews {
  alertId: string;
  /** As the person wrote it. */
  keyword: string;
  /** At least one; in any order. */
  episodes: readonly NewEpisode[];
}

/** Episodes a digest holds of one alert, and in all; the others it counts. */
export const MAX_SECTION_EPISODES = 20;
export const MAX_DIGEST_EPISODES = 60;
/** Alerts a digest tells of. What there is for others waits for the next digest. */
export const MAX_SECTIONS = 60;

/** When the first of these episodes was stored, epoch milliseconds; infinite for none. */
export function firstStoredMs(episodes: readonly NewEpisode[]): number {
  // Not spread over `Math.min`, which takes some hundred thousand at the most.
  return episodes.reduce((first, { ingestedAtMs }) => Math.min(first, ingestedAtMs), Infinity);
}

/**
 * The news that go into one digest: of more alerts than fit those whose news have waited longest.
 * Everything chosen counts as told, be it shown or only counted.
 */
export function chooseNews(news: readonly AlertNews[]): AlertNews[] {
  return news
    .map((each) => ({ each, since: firstStoredMs(each.episodes) }))
    .sort((a, b) => a.since - b.since || compareText(a.each.alertId, b.each.alertId))
    .slice(0, MAX_SECTIONS)
    .map(({ each }) => each);
}

/**
 * The sections of a digest: the alert with the newest episode first, in each the newest episodes
 * first. When there are more than {@link MAX_DIGEST_EPISODES}, every alert keeps an equal share.
 */
export function sectionsOf(news: readonly AlertNews[]): DigestSection[] {
  const share = shareOfEach(news.map(({ episodes }) => episodes.length));
  return news
    .map(({ alertId, keyword, episodes }) => {
      const newestFirst = [...episodes].sort(byNewest);
      const normalised = normaliseKeyword(keyword);
      const shown = newestFirst.slice(0, share);
      return {
        alertId,
        keyword,
        episodes: shown.map((episode) => digestEpisode(episode, normalised)),
        moreCount: episodes.length - shown.length,
        pairs: pairBytes(episodes.map(({ key }) => pairHash(alertId, key))),
      };
    })
    .sort((a, b) => newestOf(b) - newestOf(a) || compareText(a.alertId, b.alertId));
}

/** The largest number each alert can show without all of them showing too many. */
function shareOfEach(counts: readonly number[]): number {
  const shownWith = (share: number) =>
    counts.reduce((sum, count) => sum + Math.min(count, share), 0);
  let share = MAX_SECTION_EPISODES;
  while (share > 1 && shownWith(share) > MAX_DIGEST_EPISODES) share -= 1;
  return share;
}

function digestEpisode(episode: NewEpisode, keyword: string): DigestEpisode {
  const { title, link, podcast, image, pubDateMs, description } = episode;
  return {
    title,
    link,
    podcast,
    image,
    pubDateMs,
    excerpt: keywordExcerpt(description, keyword),
  };
}

function byNewest(a: NewEpisode, b: NewEpisode): number {
  return b.pubDateMs - a.pubDateMs || compareText(a.key, b.key);
}

function newestOf({ episodes }: DigestSection): number {
  return episodes[0]?.pubDateMs ?? 0;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
