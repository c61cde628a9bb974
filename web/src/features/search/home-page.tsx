import { clsx } from 'clsx';
import { type AlertChoice, type Episode, readKeywords } from 'functions/contract';
import { type ComponentType, type ReactNode, useDeferredValue, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { HOME_PAGE } from '#content/site-pages.ts';
import { SEARCH_EXAMPLES } from '#content/subject.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { ResultsList } from '#shared/episode/results/results-list.tsx';
import { searchStore } from '#shared/search/search-store.ts';
import { searchFailureText } from '#shared/search/failure-text.ts';
import { usePageSearch } from '#shared/search/use-page-search.ts';
import { feedAddress } from '#shared/page/feed-address.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';
import { scrollToTop } from '#shared/page/scroll-to-top.ts';
import { site } from '#shared/site.ts';
import {
  readSearchAddress,
  type SearchChoice,
  searchAddress,
} from '#shared/search/search-address.ts';
import type { RefineProps } from './refine/refine-row.tsx';
import { SearchCard } from './search-card.tsx';
import { TrendingSection } from './trending-section.tsx';
import { PERIOD_START } from './search-window.ts';
import { Link } from '#shared/ui/link.tsx';
import { useIsWide } from '#shared/ui/use-is-wide.ts';
import { TrendLine, TrendPanel } from '#shared/trend/trend-panel.tsx';

function ExampleSearches() {
  return (
    <p className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 text-sm whitespace-nowrap text-soft [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:justify-center sm:px-0">
      <span className="mr-1">Try</span>
      {SEARCH_EXAMPLES.map((example) => (
        <Link
          key={example}
          to={searchAddress([example])}
          className="rounded-full border border-line bg-surface px-3.5 py-1.5 font-medium text-ink transition-colors hover:border-field hover:bg-sunken"
        >
          {example}
        </Link>
      ))}
    </p>
  );
}

// These parts load after hydration, because they are decoration or below everything else.
const CoverageText = latePart(() => import('./coverage-text.tsx'), 'CoverageText', 'afterwards');
const SoundWave = latePart(() => import('./sound-wave.tsx'), 'SoundWave', 'afterwards');
const SearchTips = latePart(() => import('./search-tips.tsx'), 'SearchTips', 'afterwards');

/** The line keeps its height while it is empty, to avoid a layout shift. */
function CoverageLine() {
  return (
    <p className="min-h-10 text-center text-balance text-sm text-soft sm:min-h-6">
      <CoverageText />
    </p>
  );
}

/** Options that are omitted keep the values of the last search. */
type OnSearch = (keywords: string[], chosen?: Partial<SearchChoice>) => void;

export interface HomeSlots {
  welcome?: ReactNode;
  /**
   * Shows the keywords of the person's alerts, or `examples` without alerts, below the search field. After a search,
   * `examples` is null, and the keywords move beside the results (on narrow screens, below).
   */
  tracking?: (onSearch: OnSearch, examples: ReactNode) => ReactNode;
  /** Creates alerts for the search. Appears beside the results, or above them on narrow screens. */
  alerts?: (keywords: string[], choice: AlertChoice, onSearch: OnSearch) => ReactNode;
  example?: ReactNode;
  /** The query's terms as buttons, below the search field. */
  refine?: ComponentType<RefineProps>;
  inbox?: ReactNode;
  addShow?: (keywords: string[]) => ReactNode;
  episodeActions?: (episode: Episode) => ReactNode;
}

interface HomePageProps {
  slots?: HomeSlots;
  /** True if the inbox is below the search form. The form is then as small as above results. */
  hasInbox?: boolean;
}

export function HomePage({ slots = {}, hasInbox = false }: HomePageProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const { query, page, spoken, sort, about, period } = readSearchAddress(location.search);
  const choice = useMemo<SearchChoice>(
    () => ({ spoken, sort, about, period }),
    [spoken, sort, about, period],
  );
  const read = useMemo(() => (query === null ? null : readKeywords(query)), [query]);
  const keywords = read?.ok ? read.keywords : null;
  const searching = keywords !== null;
  const fieldText = keywords?.join(', ') ?? query ?? '';
  const search = usePageSearch({
    keywords,
    page,
    choice,
    startDate: PERIOD_START[period],
    failureText: searchFailureText,
  });
  const feed = keywords ? feedAddress({ path: '/', keywords }, true, !spoken) : null;

  function start(keywords: string[], chosen: Partial<SearchChoice> = {}) {
    const wanted = { spoken, sort, about, period, ...chosen };
    const target = searchAddress(keywords, 1, wanted);
    // Repeating the current search sends a request without another history entry.
    if (target === location.pathname + location.search) {
      void searchStore.run(keywords, { startDate: PERIOD_START[period](), choice: wanted });
    } else void navigate(target);
  }

  const isWholeMonth = period === 'month' && !about && !search.isLoading;
  const shown = {
    trend: search.trend,
    keywords: keywords ?? [],
    choice,
    monthTotal: isWholeMonth ? search.totalResults : undefined,
  };
  const isAwaited = search.isLoading && search.searchResults.length === 0;

  const isWide = useIsWide();
  const addressOf = (number: number) => searchAddress(keywords ?? [], number, choice);

  function turnTo(number: number) {
    void navigate(addressOf(number));
    scrollToTop();
  }

  const tracking = slots.tracking?.(start, searching ? null : <ExampleSearches />);
  const isBeside = isWide && tracking;
  const isSmall = searching || hasInbox;
  // The inbox fills the window, so what is below it is rendered afterwards.
  const isWhole = useDeferredValue(true, !hasInbox);

  return (
    <>
      <PageMeta
        page={HOME_PAGE}
        tabTitle={searching ? fieldText : undefined}
        feed={feed}
        unlisted={query !== null}
      />
      <div className={clsx(isSmall ? 'results-page' : 'overflow-x-clip')}>
        <div className={clsx(!isSmall && 'mx-auto max-w-3xl px-4 pt-6 sm:px-6 sm:pt-12')}>
          {!searching && slots.welcome && (
            <div className="mb-4 space-y-4 empty:hidden">{slots.welcome}</div>
          )}
          <h1
            className={clsx(
              'font-bold text-balance',
              isSmall
                ? 'text-sm leading-5 sm:text-lg sm:leading-6'
                : 'text-center text-3xl leading-[1.08] tracking-display sm:text-5xl',
            )}
          >
            Create Podcast Alerts for Topics You Care About
          </h1>
          {!isSmall && (
            <p className="mx-auto mt-3 max-w-xl text-center leading-snug text-balance text-soft sm:mt-4 sm:text-lg">
              {`Google Alerts does not hear podcasts. ${site.name} reads the notes and transcripts of new episodes around the clock and takes you to the second. Free.`}
            </p>
          )}
          <div className={clsx('relative isolate', isSmall ? 'mt-1.5 sm:mt-2.5' : 'mt-5 sm:mt-8')}>
            {!isSmall && <SoundWave />}
            <SearchCard
              text={fieldText}
              choice={choice}
              busy={search.isLoading}
              compact={isSmall}
              onSearch={start}
              refine={slots.refine}
            />
          </div>
          {!isSmall && (
            <div className="mt-5 space-y-4">
              {tracking ?? <ExampleSearches />}
              {slots.example}
              <CoverageLine />
            </div>
          )}
        </div>
        {hasInbox && !searching && <aside className="results-rail">{tracking}</aside>}
        {!searching && slots.inbox}
        {searching && (
          <>
            <aside aria-label="About these results" className="results-rail">
              {!search.error && slots.alerts?.(keywords, { spoken, onlyAbout: about }, start)}
              <div className="max-lg:hidden">
                <TrendPanel {...shown} awaited={isAwaited} />
              </div>
              {isBeside}
            </aside>
            <ResultsList
              search={search}
              feed={feed}
              choices
              more={<TrendLine {...shown} short />}
              pageAddress={addressOf}
              onPageChange={turnTo}
              episodeActions={slots.episodeActions}
              addShow={slots.addShow?.(keywords)}
            />
            {!isBeside && tracking}
          </>
        )}
      </div>
      <div className="pt-8 pb-16 sm:pt-12">
        {isWhole && <TrendingSection />}
        {!isSmall && <SearchTips />}
      </div>
    </>
  );
}
