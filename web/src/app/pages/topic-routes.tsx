import { useMemo } from 'react';
import { type SitePage, trendPage } from '#content/site-pages.ts';
import { TopicPage } from '#features/topics/topic-page.tsx';
import { TrendNotFound } from '#features/topics/trend-not-found.tsx';
import { useTopicSlots } from '#app/slots/use-topic-slots.tsx';

export function TopicRoute({ page }: { page: SitePage }) {
  return <TopicPage page={page} slots={useTopicSlots()} />;
}

/** Shows an unlisted trend, whose topic is the words of the URL. */
export function AnyTrendRoute({ slug = '' }: { slug: string | undefined }) {
  const page = useMemo(() => trendPage({ slug }), [slug]);
  const slots = useTopicSlots();
  return page ? <TopicPage page={page} unlisted slots={slots} /> : <TrendNotFound />;
}
