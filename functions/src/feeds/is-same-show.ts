import type { FeedItem, FeedReading } from './feed-model.ts';

type ReadFeed = Pick<Extract<FeedReading, { kind: 'read' }>, 'show' | 'items'>;

/** Some feeds name another show's feed as their new address, because of a template or a mistake. */
export function isSameShow(one: ReadFeed, other: ReadFeed): boolean {
  const name = titleKey(one.show.title);
  if (name !== '' && name === titleKey(other.show.title)) return true;
  if (one.show.guid !== undefined && one.show.guid === other.show.guid) return true;
  const keys = new Set(one.items.flatMap(episodeKeys));
  return other.items.flatMap(episodeKeys).some((key) => keys.has(key));
}

/** Ignores case and punctuation, which may change when a show moves. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** A guid counts only together with the title, because many feeds number their episodes. */
function episodeKeys({ guid, title, audio }: FeedItem): string[] {
  return [
    ...(guid === null ? [] : [JSON.stringify([guid, title])]),
    ...(audio === null ? [] : [audio]),
  ];
}
