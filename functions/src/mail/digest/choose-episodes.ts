import type { DigestAlert, DigestEpisode } from './digest-content.ts';
import { idsIn } from './digest-subject.ts';
import { isInPassing } from './in-passing.ts';
import { equalShare } from './equal-share.ts';
import type { DigestLimits } from './fit-digest.ts';

export interface ChosenEpisode {
  episode: DigestEpisode;
  /** The alert in whose section the episode stands in full; null: in this one. */
  inFullUnder: DigestAlert | null;
  /** Alerts whose sections point to this episode. */
  alsoUnder: DigestAlert[];
}

/**
 * Chooses the episodes of each section, except those that stand in one line ({@link isInPassing}). In the
 * whole mail, at most `most` episodes stand in full: one that several alerts match stands in full in the
 * first section, and the others point to it.
 */
export function chooseEpisodes(
  alerts: readonly DigestAlert[],
  { episodes: most, pointers: mostPointers }: Pick<DigestLimits, 'episodes' | 'pointers'>,
): ChosenEpisode[][] {
  const counts = shownCounts(
    alerts.map((alert) => alert.episodes.filter((each) => !isInPassing(alert, each)).length),
    most,
  );
  const full = new Map<string, { alert: DigestAlert; chosen: ChosenEpisode }>();
  return alerts.map((alert, index) => {
    const ids = idsIn(alert.episodeIds);
    const section: ChosenEpisode[] = [];
    let [room, pointers] = [counts[index] ?? 0, 0];
    for (const [at, episode] of alert.episodes.entries()) {
      if (room === 0) break;
      if (isInPassing(alert, episode)) continue;
      const first = full.get(ids[at] ?? '');
      if (first !== undefined && first.alert !== alert) {
        first.chosen.alsoUnder.push(alert);
        pointers += 1;
        if (pointers > mostPointers) continue;
        section.push({ episode, inFullUnder: first.alert, alsoUnder: [] });
        continue;
      }
      room -= 1;
      const chosen: ChosenEpisode = { episode, inFullUnder: null, alsoUnder: [] };
      section.push(chosen);
      const id = ids[at];
      if (id !== undefined && first === undefined) full.set(id, { alert, chosen });
    }
    return section;
  });
}

/** Episodes to show per section, `most` in all: as even as possible, the remainder to the first sections. */
function shownCounts(counts: readonly number[], most: number): number[] {
  const share = equalShare(counts, most);
  const shares = counts.map((count) => Math.min(count, share));
  let left = most - shares.reduce((total, shown) => total + shown, 0);
  return shares.map((shown, index) => {
    if (left === 0 || shown === counts[index]) return shown;
    left -= 1;
    return shown + 1;
  });
}
