import { CATEGORIES, entityPath } from './categories.ts';
import type { Entity } from './entity.ts';
import { ROSTER } from './roster.ts';
import { seededShuffle } from './seeded-shuffle.ts';
import type { SitePage } from './site-pages.ts';

const MOST = 6;
const MOST_OF_ONE_KIND = 3;

export interface RelatedTopic {
  name: string;
  path: string;
  category: string;
}

/**
 * Up to six other landing pages: with a category, up to three of the same and then up to three
 * others; without one, any six. Which ones is random by page, but the same at every reading: the
 * prerendered page and the browser that takes it over must agree, and links must not move about
 * between visits.
 */
export function relatedTopics(page: Pick<SitePage, 'path' | 'entity'>): RelatedTopic[] {
  const { entity } = page;
  const shuffled = seededShuffle(
    ROSTER.filter((other) => other.slug !== entity?.slug),
    page.path,
  );
  if (!entity) return shuffled.slice(0, MOST).map(topicOf);
  const alike = shuffled.filter(({ prefix }) => prefix === entity.prefix);
  const others = shuffled.filter(({ prefix }) => prefix !== entity.prefix);
  return [...alike.slice(0, MOST_OF_ONE_KIND), ...others.slice(0, MOST_OF_ONE_KIND)].map(topicOf);
}

function topicOf(entity: Entity): RelatedTopic {
  return {
    name: entity.name,
    path: entityPath(entity),
    category: CATEGORIES[entity.prefix].one,
  };
}
