import { CATEGORIES, type Entity, type Prefix } from './categories.ts';

/**
 * All entities with a landing page, in the order of their lists. Routes, cards, hubs, footer, related topics, sitemap
 * and prerendering are derived from it.
 */
export const ROSTER: readonly Entity[] = Object.entries(CATEGORIES).flatMap(
  ([prefix, { entities, onlyLinked = [] }]) =>
    [...entities, ...onlyLinked].map((entry) => ({
      keywords: [entry.name],
      ...entry,
      prefix: prefix as Prefix,
      linked: onlyLinked.includes(entry),
    })),
);

/** Lists the entities in the order of `slugs`. The build refuses unknown ones. */
export function entities(slugs: readonly string[]): Entity[] {
  return slugs.flatMap((slug) => ROSTER.filter((entity) => entity.slug === slug));
}
