import { memo } from 'react';
import { HOME_GROUPS } from '#content/home-groups.ts';
import { TrendingGroup } from './trending-group.tsx';

/** Well-known people and companies, row by row. A search does not render its sixty cards again. */
export const TrendingSection = memo(function TrendingSection() {
  return (
    <section aria-labelledby="trending" className="mx-auto max-w-6xl">
      <div className="px-4 text-center sm:px-6">
        <h2 id="trending" className="text-2xl font-bold tracking-display sm:text-3xl">
          Trending Topics & People
        </h2>
        <p className="mx-auto mt-2 max-w-xl text-balance text-soft">
          Click any topic or person to see the latest podcast episodes and create alerts
        </p>
      </div>
      <div className="mt-8 space-y-8">
        {HOME_GROUPS.map((group) => (
          <TrendingGroup key={group.title} group={group} />
        ))}
      </div>
    </section>
  );
});
