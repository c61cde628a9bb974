import type { SitePage } from '#content/site-pages.ts';
import { TopicPage } from './topic-page.tsx';
import type { TopicSlots } from './topic-slots.ts';

interface TrendPageProps {
  page: SitePage;
  /** True for a topic that is not among the site's own. */
  unlisted?: boolean;
  slots?: TopicSlots;
}

/** The page of a trending topic. */
export function TrendPage({ page, unlisted = false, slots = {} }: TrendPageProps) {
  return (
    <TopicPage
      page={page}
      kicker="Trending Topic"
      heading={page.name}
      subtitle={`Latest podcast episodes about ${page.name}`}
      unlisted={unlisted}
      slots={slots}
    />
  );
}
