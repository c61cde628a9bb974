import type { Category } from './subject-schema.ts';
import { CATEGORIES as LISTED } from './subject.ts';

export type Prefix = keyof typeof LISTED;

export interface Entity {
  slug: string;
  name: string;
  prefix: Prefix;
  /** The page searches for any of these keywords. */
  keywords: readonly string[];
  /** Organisation or field. */
  description: string;
  /** True if lists of the category omit the entity, so that only links lead to its page. */
  linked: boolean;
}

export const CATEGORIES: Readonly<Record<Prefix, Category>> = LISTED;

export function entityPath({ prefix, slug }: Pick<Entity, 'prefix' | 'slug'>): string {
  return `/${prefix}/${slug}`;
}
