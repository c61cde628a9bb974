import type { Hub } from '#content/hubs.ts';
import type { SitePage } from '#content/site-pages.ts';
import { HubPage } from '#features/topics/hub-page.tsx';
import { useTopicSlots } from './use-topic-slots.tsx';

export function HubRoute({ page, hub }: { page: SitePage; hub: Hub }) {
  return <HubPage page={page} hub={hub} slots={useTopicSlots()} />;
}
