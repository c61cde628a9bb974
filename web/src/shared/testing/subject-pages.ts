import { CATEGORIES, type Entity, entityPath } from '#content/categories.ts';
import { HUBS, hubPath } from '#content/hubs.ts';
import { ROSTER } from '#content/roster.ts';
import { trendPath, TRENDS } from '#content/trends.ts';

// Pages of the subject, whatever it is.

export const PERSON = entityOf('Person');
export const ORGANIZATION = entityOf('Organization');
/** Has a second keyword that is more than another spelling of its name. */
export const OF_TWO_NAMES = first(
  ROSTER.filter(({ name, keywords: { 0: known, 1: other = name, length } }) => {
    return length === 2 && known === name && unaccented(other) !== unaccented(name);
  }),
  'entity with two names as its keywords',
);
export const HUB = first(HUBS, 'hub');
/** Slug of a trend that is a topic, too. */
export const { slug: TOPIC } = first(
  TRENDS.filter(({ isTopic }) => isTopic),
  'trend that is a topic',
);

/** Addresses of pages with episodes: `/company/openai`, its alias `/openai`, a hub and a listed trend. */
export const PATH = entityPath(ORGANIZATION);
export const ALIAS = `/${ORGANIZATION.slug}`;
export const HUB_PATH = hubPath(HUB.slug);
export const TREND_PATH = trendPath(TOPIC);

function entityOf(type: 'Person' | 'Organization'): Entity {
  const found = ROSTER.filter(
    ({ prefix, keywords, name }) =>
      CATEGORIES[prefix].schemaType === type && keywords.join() === name,
  );
  return first(found, `${type} whose name is the only keyword`);
}

export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function first<Item>([found]: readonly Item[], what: string): Item {
  if (found === undefined) throw new Error(`subject.ts has no ${what}, which tests of pages need`);
  return found;
}
