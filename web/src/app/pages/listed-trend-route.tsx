import type { SitePage } from '#content/site-pages.ts';
import { TrendPage } from '#features/topics/trend-page.tsx';
import { useTopicSlots } from '#app/slots/use-topic-slots.tsx';

/** A trend that the site lists. */
export function ListedTrendRoute({ page }: { page: SitePage }) {
  return <TrendPage page={page} slots={useTopicSlots()} />;
}
