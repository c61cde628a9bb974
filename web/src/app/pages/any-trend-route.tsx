import { useMemo } from 'react';
import { trendPage } from '#content/site-pages.ts';
import { TrendNotFound } from '#features/topics/trend-not-found.tsx';
import { TrendPage } from '#features/topics/trend-page.tsx';
import { useTopicSlots } from '#app/slots/use-topic-slots.tsx';

/** A trend that the site does not list: the words of the address are its topic. */
export function AnyTrendRoute({ slug = '' }: { slug: string | undefined }) {
  const page = useMemo(() => trendPage({ slug }), [slug]);
  const slots = useTopicSlots();
  return page ? <TrendPage page={page} unlisted slots={slots} /> : <TrendNotFound />;
}
