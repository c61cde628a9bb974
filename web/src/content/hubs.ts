import type { HubFacts } from './subject-schema.ts';
import { HUBS as LISTED } from './subject.ts';

/** A hub's content is in `hub-content.ts`, which loads lazily. */
export interface Hub extends HubFacts {
  slug: (typeof LISTED)[number]['slug'];
}

export const HUBS: readonly Hub[] = LISTED;

export function hubPath(slug: string): string {
  return `/topics/${slug}`;
}
