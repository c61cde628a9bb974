import type { TopicCounts } from 'functions/contract';
import { memo, use, useEffect, useId, useRef, useState } from 'react';
import { type Entity, entityPath } from '#content/categories.ts';
import { HOME_GROUPS, type HomeGroup } from '#content/home-groups.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { EntityCard } from '#shared/ui/entity-card.tsx';
import { weekOf } from '#shared/ui/week-of.ts';

const ScrollArrows = latePart(() => import('./scroll-arrows.tsx'), 'ScrollArrows', 'afterwards');

/** Scrolls by touch, wheel, keyboard and its two buttons. */
function TrendingGroup({ group, counts }: { group: HomeGroup; counts: TopicCounts }) {
  const headingId = useId();
  const row = useRef<HTMLUListElement>(null);

  return (
    <section aria-labelledby={headingId}>
      <div className="flex min-h-9 items-center gap-2 px-4 sm:px-6">
        <h3 id={headingId} className="flex-1 font-semibold tracking-title">
          {group.title}
        </h3>
        <ScrollArrows row={row} title={group.title} />
      </div>
      {/* Focusable, so that the arrow keys scroll it; its padding leaves room for focus rings. */}
      <ul
        ref={row}
        tabIndex={0}
        aria-labelledby={headingId}
        className="mt-1 flex snap-x snap-proximity scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain scroll-smooth px-4 py-2 [scrollbar-width:none] not-data-at-end:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] motion-reduce:scroll-auto sm:scroll-px-6 sm:px-6"
      >
        {byVolume(group.entities, counts).map((entity) => (
          <li key={entity.slug} className="w-56 shrink-0 snap-start sm:w-64">
            <EntityCard entity={entity} days={counts[entityPath(entity)]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sorts by this week's mentions, then by increase. Entities that could not be counted count as zero. */
function byVolume(entities: readonly Entity[], counts: TopicCounts): Entity[] {
  const ranked = entities.map((entity) => ({
    entity,
    ...weekOf(counts[entityPath(entity)] ?? []),
  }));
  ranked.sort((one, other) => other.week - one.week || other.change - one.change);
  return ranked.map(({ entity }) => entity);
}

/** The counts from this visit's first page, for a home page that is opened later. */
let known: TopicCounts = {};

function useTopicCounts(): TopicCounts {
  const given = use(PrerenderedEpisodes)?.topics;
  const [counts] = useState(given ?? known);
  useEffect(() => {
    known = counts;
  }, [counts]);
  return counts;
}

/** Memoized, so that a search does not re-render sixty cards. */
export const TrendingSection = memo(function TrendingSection() {
  const counts = useTopicCounts();
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
          <TrendingGroup key={group.title} group={group} counts={counts} />
        ))}
      </div>
    </section>
  );
});
