import type { Entity } from '#content/entity.ts';
import type { SitePage } from '#content/site-pages.ts';
import { EntityPage } from '#features/topics/entity-page.tsx';
import { useTopicSlots } from './use-topic-slots.tsx';

export function EntityRoute({ page, entity }: { page: SitePage; entity: Entity }) {
  return <EntityPage page={page} entity={entity} slots={useTopicSlots()} />;
}
