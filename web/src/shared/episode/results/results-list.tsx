import { SearchX, TriangleAlert } from 'lucide-react';
import type { Episode } from 'functions/contract';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { searchAddress } from '#shared/search/search-address.ts';
import {
  firstOnPage,
  pageCount,
  type SearchState,
  searchStore,
} from '#shared/search/search-store.ts';
import { EpisodeCard } from '#shared/episode/card/episode-card.tsx';
import { EpisodeSkeleton } from '#shared/episode/card/episode-skeleton.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Pagination } from './pagination.tsx';
import { ResultsHead } from './results-head.tsx';
import { resultsSummary } from './results-summary.ts';

interface ResultsListProps {
  search: SearchState;
  /** Null if the episodes have no feed. */
  feed?: string | null;
  /** True if sort order, period and transcripts can be chosen. */
  choices?: boolean;
  pageAddress: (page: number) => string;
  onPageChange: (page: number) => void;
  episodeActions?: ((episode: Episode) => ReactNode) | undefined;
  more?: ReactNode;
  addShow?: ReactNode;
  /** True on the page of the episodes' own show. */
  isOwnShow?: boolean | undefined;
}

/** Announces changes to screen readers. */
export function ResultsList({ search, ...rest }: ResultsListProps) {
  return (
    <section
      aria-label="Search results"
      aria-busy={search.isLoading}
      className="space-y-2 sm:space-y-3"
    >
      <p role="status" className="sr-only">
        {resultsSummary(search)}
      </p>
      {search.asked && <p className="text-sm leading-snug text-soft">{search.asked}</p>}
      <Results search={search} {...rest} />
    </section>
  );
}

function Results({ search, ...rest }: ResultsListProps) {
  const { pageAddress, onPageChange, episodeActions, addShow, isOwnShow } = rest;
  const [now] = useState(Date.now);
  const heading = useRef<HTMLHeadingElement>(null);
  if (search.error) return <SearchError search={search} />;
  // While loading, the list may already contain known episodes.
  const isAwaited = search.isLoading && search.searchResults.length === 0;
  const { searchResults, resultsFrom, resultsPerPage } = search;
  const pages = pageCount(search);
  const firstIndex = firstOnPage(search);
  const first = firstIndex - resultsFrom;
  const shown = first < 0 ? [] : searchResults.slice(first, first + resultsPerPage);

  function turnTo(page: number) {
    onPageChange(page);
    // Moves the focus to the beginning of the list; the page handles the scrolling.
    heading.current?.focus({ preventScroll: true });
  }

  if (shown.length === 0) {
    return (
      <>
        {(rest.choices || isAwaited) && (
          <ResultsHead search={search} {...rest} headingRef={heading} />
        )}
        {isAwaited ? (
          [0, 1, 2].map((index) => <EpisodeSkeleton key={index} />)
        ) : (
          <NothingFound search={search} addShow={addShow} />
        )}
      </>
    );
  }
  return (
    <>
      <ResultsHead search={search} {...rest} headingRef={heading} />
      {/* Remounts the list when its episodes change, so that React moves none of them. */}
      <ul key={shown.map(({ link }) => link).join()} className="space-y-3 sm:space-y-4">
        {shown.map((episode, index) => (
          <li key={`${episode.link}-${firstIndex + index}`}>
            <EpisodeCard
              episode={episode}
              now={now}
              actions={episodeActions?.(episode)}
              isOwnShow={isOwnShow}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <PageLinks
          current={firstIndex / resultsPerPage + 1}
          pages={pages}
          addressOf={pageAddress}
          onChange={turnTo}
        />
      )}
    </>
  );
}

/** Prefetches the next page when the links come into view. */
function PageLinks(props: ComponentProps<typeof Pagination>) {
  const links = useRef<HTMLDivElement>(null);
  const { current } = props;

  useEffect(() => {
    if (links.current === null) return;
    // A busy browser reports several changes at once.
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === true) void searchStore.prepareNext();
    });
    observer.observe(links.current);
    return () => observer.disconnect();
  }, [current]);

  return (
    <div ref={links} className="pt-4">
      <Pagination {...props} />
    </div>
  );
}

function SearchError({ search }: { search: SearchState }) {
  return (
    <div
      role="alert"
      className="rounded-2xl border border-danger-line bg-danger-surface p-6 text-center sm:p-8"
    >
      <TriangleAlert aria-hidden className="mx-auto size-8 text-danger" strokeWidth={1.75} />
      <h2 className="mt-3 text-lg font-semibold">Search Error</h2>
      <p className="mx-auto mt-1 max-w-md text-balance text-soft">{search.error}</p>
      {search.lastSearchKeywords.length > 0 && (
        <Button tone="plain" className="mt-5" onClick={() => void searchStore.retry()}>
          Retry Search
        </Button>
      )}
    </div>
  );
}

function NothingFound({ search, addShow }: { search: SearchState; addShow: ReactNode }) {
  return (
    <div className="rounded-2xl border border-dashed border-field/60 px-6 py-12 text-center">
      <SearchX aria-hidden className="mx-auto size-9 text-soft" strokeWidth={1.5} />
      <p className="mx-auto mt-4 max-w-md leading-relaxed text-balance text-soft">
        No episodes found for your search. Try different keywords or create an alert to be notified
        when new episodes are available.
      </p>
      {search.meant.length > 0 && (
        <p className="mt-4 font-medium">
          Did you mean{' '}
          <Link
            to={searchAddress(search.meant, 1, search.lastSearchChoice)}
            className="text-link underline underline-offset-4"
          >
            {search.meant.join(', ')}
          </Link>
          ?
        </p>
      )}
      {addShow && <p className="mt-4">Is your show missing? {addShow}</p>}
    </div>
  );
}
