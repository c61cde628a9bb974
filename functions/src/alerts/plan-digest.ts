import { type AlertNews, chooseNews, sectionsOf } from './choose-sections.ts';
import type { Digest } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import { digestsOfDay, type Ledger, pairHash, sentPairs, withDigest } from './ledger.ts';

/** Digests a person gets within a day of UTC at the most. */
export const MAX_DIGESTS_A_DAY = 24;

/** What a digest is planned from: who it is for, when it was due, and what may be new. */
export interface DigestWish extends Pick<Digest, 'uid' | 'slotMs' | 'cadence'> {
  /** Episodes of each alert, those already told included. */
  news: readonly AlertNews[];
  ledger: Ledger;
  nowMs: number;
}

/**
 * The digest of everything the ledger does not know of, with the ledger as it is then; null when
 * there is nothing to tell, and when the day's digests are used up (then it stays untold).
 */
export function planDigest(wish: DigestWish): { digest: Digest; ledger: Ledger } | null {
  const { uid, slotMs, cadence, ledger, nowMs } = wish;
  if (digestsOfDay(ledger, nowMs) >= MAX_DIGESTS_A_DAY) return null;
  const news = chooseNews(untold(wish.news, sentPairs(ledger)));
  if (news.length === 0) return null;
  const sections = sectionsOf(news);
  const pairs = Buffer.concat(sections.map((section) => section.pairs));
  return {
    digest: { uid, slotMs, cadence, sections, ...queuedProgress(nowMs) },
    ledger: withDigest(ledger, pairs, nowMs),
  };
}

/** Without what was told, and each episode once: two feeds may hold the same one. */
function untold(news: readonly AlertNews[], told: ReadonlySet<string>): AlertNews[] {
  return news
    .map(({ alertId, keyword, episodes }) => {
      const known = new Set(told);
      const fresh = episodes.filter(({ key }) => {
        const pair = pairHash(alertId, key);
        return !known.has(pair) && known.add(pair);
      });
      return { alertId, keyword, episodes: fresh };
    })
    .filter(({ episodes }) => episodes.length > 0);
}
