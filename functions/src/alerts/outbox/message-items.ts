import { type AlertItem, type AlertFields, queryOfAlert } from '../../contract/index.ts';
import { alertItem, type ItemFacts } from '../../channels/alert-item.ts';
import type { DigestEpisode } from '../../mail/digest/digest-content.ts';
import { itemId } from '../../platform/item-id.ts';
import { slotOf } from '../../unsubscribe/alert-identity.ts';
import type { DigestSection } from './digest.ts';
import { pairsIn } from './sent-log.ts';

type Part = Pick<DigestSection, 'alertId' | 'episodes' | 'episodeIds'> & AlertFields;

/**
 * The items of a message, oldest first: an episode that several alerts match is one item. `searchFor` is the
 * address of a search for an alert.
 */
export function messageItems(
  sections: readonly Part[],
  searchFor: (alert: AlertFields) => string,
): AlertItem[] {
  const items = new Map<string, ItemFacts>();
  for (const section of sections) {
    const alert = { id: slotOf(section.alertId), query: queryOfAlert(section) };
    const ids = pairsIn(section.episodeIds);
    section.episodes.forEach((episode, place) => {
      const id = ids[place] ?? '';
      const facts = factsOf(episode, alert, searchFor(section));
      const known = items.get(id);
      items.set(id, known === undefined ? facts : joined(known, facts));
    });
  }
  return [...items]
    .sort(([a, facts], [b, others]) => timeOf(facts) - timeOf(others) || (a < b ? -1 : 1))
    .map(([, facts]) => alertItem(facts));
}

function timeOf({ pubDateMs }: ItemFacts): number {
  return pubDateMs ?? 0;
}

function factsOf(
  episode: DigestEpisode,
  alert: ItemFacts['alerts'][number],
  url: string,
): ItemFacts {
  const { said = [], ...facts } = episode;
  return {
    ...facts,
    id: itemId(episode),
    said: said.map((each) => ({ ...each, url })),
    alerts: [alert],
  };
}

function joined(known: ItemFacts, also: ItemFacts): ItemFacts {
  const { reasons: before = [], said: saidBefore = [] } = known;
  const reasons = also.reasons?.filter(({ text }) => before.every((each) => each.text !== text));
  const said = also.said?.filter(({ text }) => saidBefore.every((each) => each.text !== text));
  return {
    ...known,
    reasons: [...before, ...(reasons ?? [])],
    said: [...saidBefore, ...(said ?? [])],
    alerts: [...known.alerts, ...also.alerts],
  };
}
