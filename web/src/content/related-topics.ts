import { CATEGORIES, type Entity, entityPath } from './categories.ts';
import { ROSTER } from './roster.ts';
import type { SitePage } from './site-pages.ts';

function seededShuffle<T>(items: readonly T[], seed: string): T[] {
  const next = numbersFrom(seed);
  return items
    .map((item) => ({ item, rank: next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Generates pseudo-random unsigned 32-bit integers (xorshift32), seeded with the FNV-1a hash of the text. */
function numbersFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // Xorshift would stay at 0 forever.
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const MAX_TOPICS = 6;
const MAX_PER_GROUP = 3;

export interface RelatedTopic {
  name: string;
  path: string;
  category: string;
}

/**
 * Returns three topics of the same category and three others, or any six for a page without a category. The choice
 * depends only on the path, so that the server's HTML matches hydration and links are stable between visits.
 */
export function relatedTopics(page: Pick<SitePage, 'path' | 'entity'>): RelatedTopic[] {
  const { entity } = page;
  const shuffled = seededShuffle(
    ROSTER.filter((other) => other.slug !== entity?.slug),
    page.path,
  );
  if (!entity) return shuffled.slice(0, MAX_TOPICS).map(topicOf);
  const alike = shuffled.filter(({ prefix }) => prefix === entity.prefix);
  const others = shuffled.filter(({ prefix }) => prefix !== entity.prefix);
  return [...alike.slice(0, MAX_PER_GROUP), ...others.slice(0, MAX_PER_GROUP)].map(topicOf);
}

function topicOf(entity: Entity): RelatedTopic {
  return {
    name: entity.name,
    path: entityPath(entity),
    category: CATEGORIES[entity.prefix].one,
  };
}
