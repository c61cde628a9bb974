import type { SitePage } from '#content/site-pages.ts';
import { HubPage } from '#features/topics/hub/hub-page.tsx';
import { useTopicSlots } from '#app/slots/use-topic-slots.tsx';

export function HubRoute({ page }: { page: SitePage }) {
  const slots = useTopicSlots();
  return page.hub && <HubPage page={page} hub={page.hub} slots={slots} />;
}
