import { useMemo } from 'react';
import { type SitePage, trendPage } from '#content/site-pages.ts';
import { EntityPage } from '#features/topics/entity-page.tsx';
import { TrendNotFound } from '#features/topics/trend-not-found.tsx';
import { TrendPage } from '#features/topics/trend-page.tsx';
import { useTopicSlots } from '#app/slots/use-topic-slots.tsx';

export function EntityRoute({ page }: { page: SitePage }) {
  const slots = useTopicSlots();
  return page.entity && <EntityPage page={page} entity={page.entity} slots={slots} />;
}

/** A trend that the site lists. */
export function ListedTrendRoute({ page }: { page: SitePage }) {
  return <TrendPage page={page} slots={useTopicSlots()} />;
}

/** A trend that the site does not list: the words of the address are its topic. */
export function AnyTrendRoute({ slug = '' }: { slug: string | undefined }) {
  const page = useMemo(() => trendPage({ slug }), [slug]);
  const slots = useTopicSlots();
  return page ? <TrendPage page={page} unlisted slots={slots} /> : <TrendNotFound />;
}
