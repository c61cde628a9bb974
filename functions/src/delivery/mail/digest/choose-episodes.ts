import type { DigestAlert, DigestEpisode } from './digest-content.ts';
import { idsIn } from './digest-subject.ts';
import { equalShare } from './equal-share.ts';
import type { DigestLimits } from './fit-digest.ts';
import { isWholeShow } from '../../../contract/index.ts';

export interface ChosenEpisode {
  episode: DigestEpisode;
  alsoUnder: DigestAlert[];
}

export interface ChosenSection {
  full: ChosenEpisode[];
  passing: ChosenEpisode[];
  /** Number of the alert's episodes that another alert shows. */
  elsewhere: number;
}

/**
 * Chooses the episodes that each alert shows. `cards` show episodes in full, then brief mentions. `lines` show a few
 * episodes in one line each. An episode that matches several alerts appears once in the whole mail.
 */
export function chooseEpisodes(
  { cards, lines }: { cards: readonly DigestAlert[]; lines: readonly DigestAlert[] },
  limits: Pick<DigestLimits, 'episodes' | 'passing' | 'rows' | 'briefRows' | 'named'>,
): (alert: DigestAlert) => ChosenSection {
  const none = (): ChosenSection => ({ full: [], passing: [], elsewhere: 0 });
  const sections = new Map([...cards, ...lines].map((alert) => [alert, none()]));
  const placed = new Map<string, { alert: DigestAlert; chosen: ChosenEpisode }>();

  function place(
    alert: DigestAlert,
    as: 'full' | 'passing',
    room: number,
    isWanted: (episode: DigestEpisode) => boolean,
  ): void {
    const section = sections.get(alert) ?? none();
    const ids = idsIn(alert.episodeIds);
    for (const [at, episode] of alert.episodes.entries()) {
      if (!isWanted(episode)) continue;
      const id = ids[at];
      const known = id === undefined ? undefined : placed.get(id);
      if (known !== undefined && known.alert !== alert) {
        known.chosen.alsoUnder.push(alert);
        section.elsewhere += 1;
      } else if (section[as].length < room) {
        const chosen: ChosenEpisode = { episode, alsoUnder: [] };
        section[as].push(chosen);
        if (id !== undefined && known === undefined) placed.set(id, { alert, chosen });
      }
    }
  }

  const isFull = (alert: DigestAlert) => (episode: DigestEpisode) => !isInPassing(alert, episode);
  const counts = shownCounts(
    cards.map((alert) => alert.episodes.filter(isFull(alert)).length),
    limits.episodes,
  );
  cards.forEach((alert, index) => place(alert, 'full', counts[index] ?? 0, isFull(alert)));
  for (const alert of cards) {
    place(alert, 'passing', limits.passing, (episode) => isInPassing(alert, episode));
  }
  lines.forEach((alert, index) => {
    const rows = isBrief(alert) ? limits.briefRows : limits.rows;
    place(alert, 'full', index < limits.named ? rows : 0, () => true);
  });
  return (alert) => sections.get(alert) ?? none();
}

export function isBrief(alert: DigestAlert): boolean {
  const { episodes } = alert;
  return episodes.length > 0 && episodes.every((episode) => isInPassing(alert, episode));
}

/** Shares `maxTotal` episodes among sections as evenly as possible; the first sections get the remainder. */
function shownCounts(counts: readonly number[], maxTotal: number): number[] {
  const share = equalShare(counts, maxTotal);
  const shares = counts.map((count) => Math.min(count, share));
  let left = maxTotal - shares.reduce((total, shown) => total + shown, 0);
  return shares.map((shown, index) => {
    if (left === 0 || shown === counts[index]) return shown;
    left -= 1;
    return shown + 1;
  });
}

/** An alert for a whole show has no brief mentions. */
function isInPassing(
  alert: Pick<DigestAlert, 'keyword' | 'language'>,
  { strength }: Pick<DigestEpisode, 'strength'>,
): boolean {
  return strength === 'passing' && !isWholeShow(alert);
}
