import type { Digest, DigestSection } from './digest.ts';
import { withoutLastEmail } from './last-emails.ts';
import type { Pending, PendingAlert, PendingEpisode } from './pending-document.ts';
import { tidied } from './pending.ts';
import { pairBytes, pairsIn } from './sent-log.ts';
import { wordsHash } from './words-hash.ts';

/**
 * The pending matches with those of sections that were not mailed, so that a later digest tells them. What a
 * section only counted and the digest has no facts of is counted again. What was refused in the plain form has
 * no title the next time.
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
    const { alertId, keys, moreCount } = section;
    const before = alerts[alertId];
    const words = wordsHash(section);
    const known = new Set(pairsIn(before?.keys ?? new Uint8Array()));
    const restored: string[] = [];
    const shown = { ...before?.shown };
    for (const each of shownIn(section)) {
      const [own = each.id] = each.keys;
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
    const isShown = new Set(restored);
    const counted = pairsIn(keys).filter((key) => facts[key] !== undefined && !isShown.has(key));
    for (const key of counted) {
      const fact = facts[key];
      if (fact !== undefined) episodes[key] ??= fact;
    }
    const isSame = before === undefined || before.words === words;
    const beyond = (before?.beyond ?? 0) + (isSame ? Math.max(0, moreCount - counted.length) : 0);
    const added = [...counted, ...restored].filter((key) => !known.has(key));
    alerts[alertId] = {
      words,
      ...before,
      ...(!isSame && { isMixed: true }),
      // Older than what has matched since.
      keys: pairBytes([...added, ...known]),
      ...(beyond > 0 && { beyond }),
      ...(Object.keys(shown).length > 0 && { shown }),
    };
  }
  const restored = withoutLastEmail({ ...pending, episodes, alerts }, { sections, createdAtMs });
  return tidied(restored, nowMs);
}

interface ShownEpisode {
  id: string;
  episode: DigestSection['episodes'][number];
  keys: string[];
}

/** The shown episodes of a section, each with its keys. */
export function shownIn({
  episodes,
  episodeIds,
  keys,
  keyCounts = [],
}: DigestSection): ShownEpisode[] {
  const ids = pairsIn(episodeIds);
  const all = pairsIn(keys);
  let from = 0;
  return episodes.map((episode, index) => {
    const until = from + (keyCounts[index] ?? 0);
    const shown = { id: ids[index] ?? '', episode, keys: all.slice(from, until) };
    from = until;
    return shown;
  });
}
