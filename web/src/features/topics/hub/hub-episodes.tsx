import { use, useEffect, useState } from 'react';
import type { Hub } from '#content/hubs.ts';
import { EpisodeCard } from '#shared/episode/card/episode-card.tsx';
import { EpisodeSkeleton } from '#shared/episode/card/episode-skeleton.tsx';
import { FeedLink } from '#shared/episode/results/feed-link.tsx';
import { ResultsList } from '#shared/episode/results/results-list.tsx';
import { topicFailureText } from '#shared/search/topic-failure-text.ts';
import { scrollToTop } from '#shared/page/scroll-to-top.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { isFresh, searchStore, useSearch } from '#shared/search/search-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { HubSection } from './hub-section.tsx';
import type { TopicSlots } from '#features/topics/topic-page.tsx';
import { TrendChart } from '#shared/trend/trend-chart.tsx';
import { TrendShows } from '#shared/trend/trend-shows.tsx';
import { changeSentence } from '#shared/trend/trend-text.ts';
import {
  type Episode,
  mentionsIn,
  type SearchRequest,
  type SearchResponse,
  type Trend,
} from 'functions/contract';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { reportQuietly } from '#shared/report.ts';
import { requestSearch } from '#shared/search/request-search.ts';

const TAKEN = 6;

/** Returns the search request that the server also sends to render the page. */
function requestOf(keywords: readonly string[]): SearchRequest {
  return { keywords: [...keywords], language: 'English', trend: 'beside' };
}

interface Featured {
  /** At most six, newest first. */
  episodes: readonly Episode[];
  /** Null if unknown. */
  total: number | null;
  trend?: Trend | undefined;
}

/** Returns undefined while loading. Errors are only logged; the prerendered episodes stay, or the list is empty. */
function useFeaturedEpisodes(keywords: readonly string[]): Featured | undefined {
  const prerendered = use(PrerenderedEpisodes);
  const [fetched, setFetched] = useState<SearchResponse | Featured>();

  useEffect(() => {
    if (prerendered && isFresh(prerendered.episodes, prerendered.foundAtMs)) return;
    const controller = new AbortController();
    requestSearch(requestOf(keywords), controller.signal)
      .then(setFetched)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        reportQuietly(error);
        if (!prerendered) setFetched({ episodes: [], total: null });
      });
    return () => controller.abort();
  }, [keywords, prerendered]);

  const found = fetched ?? prerendered ?? undefined;
  return found && { ...found, episodes: found.episodes.slice(0, TAKEN) };
}

const SHOWN = 4;
/** Height of the tallest card in a row, reserved to avoid a layout shift. */
const CELL = 'grid grid-cols-1 lg:min-h-58';

interface HubEpisodesProps {
  hub: Hub;
  /** Used in labels such as "Featured AI Episodes". */
  shortName: string;
  feed: string | null;
  slots: TopicSlots;
}

/** Shows the featured episodes. A button replaces them with all episodes. */
export function HubEpisodes({ hub, shortName, feed, slots }: HubEpisodesProps) {
  const featured = useFeaturedEpisodes(hub.keywords);
  const episodes = featured?.episodes;
  const search = useSearch();
  const [all, setAll] = useState(false);
  const [now] = useState(Date.now);
  useEffect(() => () => searchStore.clear(), []);

  function turnTo(page: number) {
    void searchStore.turnTo(page);
    scrollToTop();
  }

  if (all) {
    return (
      <HubSection title={`All ${shortName} Episodes`} headingRef={focusOn}>
        <div className="max-w-3xl">
          <ResultsList
            search={search}
            feed={feed}
            pageAddress={(page) => searchAddress(hub.keywords, page)}
            onPageChange={turnTo}
            episodeActions={slots.episodeActions}
          />
        </div>
      </HubSection>
    );
  }

  function loadAll() {
    setAll(true);
    void searchStore.run(hub.keywords, {
      preview: episodes ?? [],
      failureText: topicFailureText,
    });
  }

  return (
    <>
      {episodes?.length !== 0 && (
        <HubSection title={`Featured ${shortName} Episodes`}>
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {episodes === undefined &&
              [0, 1, 2, 3].map((index) => (
                <li key={index} className={CELL}>
                  <EpisodeSkeleton />
                </li>
              ))}
            {episodes?.slice(0, SHOWN).map((episode) => (
              <li key={episode.link} className={CELL}>
                <EpisodeCard
                  episode={episode}
                  now={now}
                  actions={slots.episodeActions?.(episode)}
                />
              </li>
            ))}
          </ul>
        </HubSection>
      )}
      <div className="mt-6 text-center">
        <Button
          className="noscript:hidden"
          onClick={loadAll}
        >{`Load All ${shortName} Episodes`}</Button>
        <noscript>
          <a
            href={searchAddress(hub.keywords)}
            className="inline-flex h-12 items-center rounded-xl bg-accent px-6 font-semibold text-on-accent hover:bg-accent-hover"
          >
            {`All ${shortName} Episodes`}
          </a>
        </noscript>
        {/* Reserves space to avoid a layout shift. */}
        <p className="mt-3 min-h-10 text-sm text-balance text-soft sm:min-h-5">
          {featured && <Below {...featured} feed={feed} />}
        </p>
      </div>
      <HubTrend trend={featured?.trend} keywords={hub.keywords} />
    </>
  );
}

/** Renders nothing if the counts are unknown or all 0. */
function HubTrend({ trend, keywords }: Pick<Featured, 'trend'> & Pick<Hub, 'keywords'>) {
  if (trend === undefined || mentionsIn(trend) === 0) return null;
  return (
    <div className="mx-auto mt-6 grid max-w-4xl grid-cols-1 gap-x-8 gap-y-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6 md:grid-cols-2">
      <div>
        <h2 className="font-semibold tracking-title">Episodes a day</h2>
        <p className="mt-0.5 mb-3 text-sm text-soft">{changeSentence(trend)}</p>
        {/* The banner's tiles count all episodes, so the total of a month would contradict them. */}
        <TrendChart trend={trend} hasTotal={false} />
      </div>
      <TrendShows trend={trend} keywords={keywords} />
    </div>
  );
}

/** Focuses the heading, because the pressed button is gone. */
function focusOn(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}

function Below({ total, feed }: Featured & Pick<HubEpisodesProps, 'feed'>) {
  if (total === 0) return 'No episodes mention these topics right now.';
  return total !== null && feed && <FeedLink feed={feed} />;
}
