import { type AlertItem, type AlertFields, queryOfAlert } from '../../contract/index.ts';
import { strongestFirst } from '../../catalogue/answers/rank-by-strength.ts';
import { alertItem } from '../../delivery/channels/alert-item.ts';
import { itemLinks } from '../../delivery/site-links.ts';
import { joinedItem } from '../../delivery/channels/joined-item.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import { formerItemId, matchId } from '../../platform/item-id.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import type { DigestSection } from './digest.ts';
import { pairsIn } from './sent-log.ts';

type Part = Pick<DigestSection, 'alertId' | 'episodes' | 'episodeIds'> & AlertFields;

/** The oldest item comes first. An episode that several alerts match is one item. */
export function messageItems(sections: readonly Part[], siteUrl: string): AlertItem[] {
  const items = new Map<string, AlertItem>();
  for (const section of sections) {
    const alert = { id: slotOf(section.alertId), query: queryOfAlert(section) };
    const ids = pairsIn(section.episodeIds);
    section.episodes.forEach((episode, index) => {
      const id = ids[index] ?? '';
      const match = episode.id === undefined ? {} : { match: matchId(section.alertId, episode.id) };
      const links = itemLinks(siteUrl, section, episode);
      const item = itemOf(episode, { ...alert, ...match }, links);
      const known = items.get(id);
      items.set(id, known === undefined ? item : joinedItem(known, item));
    });
  }
  return [...items]
    .sort(([a, item], [b, other]) => timeOf(item) - timeOf(other) || (a < b ? -1 : 1))
    .map(([, item]) => item);
}

/** Items about their alert come first. Called after choosing the items that fit. */
export function aboutFirst(items: readonly AlertItem[]): AlertItem[] {
  return strongestFirst(items, ({ _earshot }) => _earshot.strength === 'about');
}

function timeOf({ date_published }: AlertItem): number {
  return Date.parse(date_published);
}

function itemOf(
  episode: DigestEpisode,
  alert: AlertItem['_earshot']['alerts'][number],
  links: ReturnType<typeof itemLinks>,
): AlertItem {
  return alertItem({
    ...episode,
    ...links,
    // Messages planned before November 2026 have episodes without an id.
    id: episode.id ?? formerItemId(episode),
    alerts: [alert],
  });
}
