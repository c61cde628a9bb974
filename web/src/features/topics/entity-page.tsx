import { CATEGORIES } from '#content/categories.ts';
import type { Entity } from '#content/entity.ts';
import type { SitePage } from '#content/site-pages.ts';
import { TopicPage } from './topic-page.tsx';
import type { TopicSlots } from './topic-slots.ts';

interface EntityPageProps {
  page: SitePage;
  entity: Entity;
  slots?: TopicSlots;
}

/** The landing page of a person, a company or a firm. */
export function EntityPage({ page, entity, slots = {} }: EntityPageProps) {
  const { name, prefix, description } = entity;
  return (
    <TopicPage
      page={page}
      kicker={`${CATEGORIES[prefix].one} · ${description}`}
      heading={`${name} Podcast Mentions`}
      subtitle={`Latest podcast episodes featuring ${name}`}
      slots={slots}
    />
  );
}
