import type { Entity } from './categories.ts';
import { entities, ROSTER } from './roster.ts';
import type { EntityList } from './subject-schema.ts';
import { HOME_GROUPS as LISTED } from './subject.ts';

export interface HomeGroup {
  title: string;
  entities: readonly Entity[];
}

export const HOME_GROUPS: readonly HomeGroup[] = LISTED.map(listedGroup);

/** Lists the entities of slugs or of categories; those that are only linked by request. */
export function listedGroup(list: EntityList): HomeGroup {
  return { title: list.title, entities: listed(list) };
}

function listed(list: EntityList): Entity[] {
  if ('slugs' in list) return entities(list.slugs);
  const { categories, withOnlyLinked = false, first } = list;
  return categories
    .flatMap((category) => ROSTER.filter(({ prefix }) => prefix === category))
    .filter(({ linked }) => withOnlyLinked || !linked)
    .slice(0, first);
}
