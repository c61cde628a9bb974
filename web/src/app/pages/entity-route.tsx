import type { SitePage } from '#content/site-pages.ts';
import { EntityPage } from '#features/topics/entity-page.tsx';
import { useTopicSlots } from '#app/slots/use-topic-slots.tsx';

export function EntityRoute({ page }: { page: SitePage }) {
  const slots = useTopicSlots();
  return page.entity && <EntityPage page={page} entity={page.entity} slots={slots} />;
}
