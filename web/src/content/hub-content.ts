import { type HomeGroup, listedGroup } from './home-groups.ts';
import { type Hub, HUBS, hubPath } from './hubs.ts';
import { HUB_PAGES } from './subject.ts';
import type { HubPage } from './subject-schema.ts';
import { trendName, trendPath, TRENDS } from './trends.ts';

export interface HubContent extends Omit<HubPage, 'lists' | 'related'> {
  lists: readonly HomeGroup[];
  related: readonly { name: string; path: string }[];
}

export function hubContent(slug: Hub['slug']): HubContent {
  const { lists, related, ...texts } = HUB_PAGES[slug];
  return {
    ...texts,
    lists: lists.map(listedGroup),
    related: related.map(topicLink),
  };
}

function topicLink(slug: string) {
  const hub = HUBS.find((each) => each.slug === slug);
  if (hub !== undefined) return { name: hub.name, path: hubPath(slug) };
  const isTopic = TRENDS.some((trend) => trend.slug === slug && trend.isTopic);
  return { name: trendName(slug), path: isTopic ? hubPath(slug) : trendPath(slug) };
}
