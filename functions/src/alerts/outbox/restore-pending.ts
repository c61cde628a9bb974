import type { Digest, DigestSection } from './digest.ts';
import { withoutLastEmail } from './last-emails.ts';
import type { Pending, PendingAlert, PendingEpisode } from './pending-document.ts';
import { tidied } from './pending.ts';
import { pairBytes, pairsIn, wordsHash } from './sent-log.ts';

/**
 * Makes matches of unmailed sections pending again. Counted matches become pending if the digest has their
 * facts, and are counted again otherwise. If the plain form was refused, its titles are omitted next time.
 */
export function withRestored(
  pending: Pending,
  sections: readonly DigestSection[],
  { facts = {}, createdAtMs, isPlain }: Pick<Digest, 'facts' | 'createdAtMs' | 'isPlain'>,
  nowMs: number,
): Pending {
  const episodes: Record<string, PendingEpisode> = { ...pending.episodes };
  const alerts: Record<string, PendingAlert> = { ...pending.alerts };
  for (const section of sections) {
    const { alertId, moreCount } = section;
    const before = alerts[alertId];
    const words = wordsHash(section);
    const known = new Set(pairsIn(before?.keys));
    const restored: string[] = [];
    const shown = { ...before?.shown };
    for (const each of shownIn(section)) {
      const { own } = each;
      restored.push(own);
      const fact = facts[own];
      if (fact !== undefined) {
        const waits = episodes[own] ?? fact;
        episodes[own] = isPlain ? { ...waits, isRefused: true } : waits;
        continue;
      }
      const { title, podcast, link, pubDateMs, foundAtMs } = each.episode;
      episodes[own] ??= {
        id: 0,
        item: '',
        title,
        podcast,
        link,
        pubDateMs,
        ingestedAtMs: createdAtMs,
        ...(foundAtMs !== undefined && { foundAtMs }),
        hashes: each.keys.length > 0 ? each.keys : [own],
        episodeId: each.id,
        ...(isPlain && { isRefused: true }),
      };
      shown[own] = each.episode;
    }
    const counted = countedByName(section, facts);
    for (const key of counted) {
      const fact = facts[key];
      if (fact !== undefined) episodes[key] ??= fact;
    }
    const isSame = before === undefined || before.words === words;
    const onlyCounted = isSame ? Math.max(0, moreCount - counted.length) : 0;
    const countedBefore = pairsIn(before?.more);
    const isKnown = new Set([...restored, ...counted, ...known, ...countedBefore]);
    // Retains the hashes, so that a repeated run does not count these matches again.
    const unknown = countedKeys(section).filter((key) => !isKnown.has(key));
    const more = unknown.slice(Math.max(0, unknown.length - onlyCounted));
    const beyond = (before?.beyond ?? 0) + onlyCounted - more.length;
    const added = [...counted, ...restored].filter((key) => !known.has(key));
    alerts[alertId] = {
      words,
      ...before,
      ...(!isSame && { isMixed: true }),
      // Restored matches are older than the matches added since.
      keys: pairBytes([...added, ...known]),
      ...(more.length > 0 && { more: pairBytes([...more, ...countedBefore]) }),
      ...(beyond > 0 && { beyond }),
      ...(Object.keys(shown).length > 0 && { shown }),
    };
  }
  const restored = withoutLastEmail({ ...pending, episodes, alerts }, { sections, createdAtMs });
  return tidied(restored, nowMs);
}

/**
 * Known keys of matches that a section only counts, newest last. In a small digest a match has several keys,
 * which makes the order approximate.
 */
function countedKeys({ episodes, episodeIds, keys, keyCounts = [] }: DigestSection): string[] {
  const ofShown = keyCounts.reduce((sum, count) => sum + count, 0);
  const counted = pairsIn(keys).slice(ofShown);
  const listed = pairsIn(episodeIds).length - episodes.length;
  return [...counted.slice(listed), ...counted.slice(0, listed).reverse()];
}

/** Keys of counted matches whose facts are in the digest, so that each can become pending again. */
export function countedByName(section: DigestSection, facts: Digest['facts'] = {}): string[] {
  const isShown = new Set(shownIn(section).map(({ own }) => own));
  return pairsIn(section.keys).filter((key) => facts[key] !== undefined && !isShown.has(key));
}

interface KeyedEpisode {
  id: string;
  own: string;
  episode: DigestSection['episodes'][number];
  keys: string[];
}

export function shownIn({
  episodes,
  episodeIds,
  keys: allKeys,
  keyCounts = [],
}: DigestSection): KeyedEpisode[] {
  const ids = pairsIn(episodeIds);
  const all = pairsIn(allKeys);
  let from = 0;
  return episodes.map((episode, index) => {
    const until = from + (keyCounts[index] ?? 0);
    const keys = all.slice(from, until);
    from = until;
    const id = ids[index] ?? '';
    return { id, own: keys[0] ?? id, episode, keys };
  });
}
