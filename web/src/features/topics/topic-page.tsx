import { clsx } from 'clsx';
import { useLocation, useNavigate } from 'react-router-dom';
import { kindOf } from '#content/page-kinds.ts';
import type { SitePage } from '#content/site-pages.ts';
import { ResultsList } from '#shared/episode/results/results-list.tsx';
import { feedAddress } from '#shared/page/feed-address.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';
import { scrollToTop } from '#shared/page/scroll-to-top.ts';
import { topicFailureText } from '#shared/search/topic-failure-text.ts';
import { pageAddress, readSearchAddress } from '#shared/search/search-address.ts';
import { usePageSearch } from '#shared/search/use-page-search.ts';
import { TrendLine, TrendPanel } from '#shared/trend/trend-panel.tsx';
import { BackLink } from './back-link.tsx';
import { SpeaksLinks } from './speaks-links.tsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { relatedTopics } from '#content/related-topics.ts';
import { Link } from '#shared/ui/link.tsx';
import type { Episode } from 'functions/contract';

export interface TopicSlots {
  /** The alert button above the episodes. */
  alerts?: ((topic: { name: string; keywords: readonly string[] }) => ReactNode) | undefined;
  /** The button "Follow this topic" in a hub's banner. */
  follow?: ((topic: { name: string; keywords: readonly string[] }) => ReactNode) | undefined;
  episodeActions?: ((episode: Episode) => ReactNode) | undefined;
}

function RelatedTopics({ page }: { page: SitePage }) {
  const headingId = useId();
  return (
    <aside aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lg font-semibold tracking-title">
        Related Topics
      </h2>
      <ul className="mt-3 grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {relatedTopics(page).map(({ name, path, category }) => (
          <li key={path}>
            <Link
              to={path}
              className="group flex items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-3 transition-colors hover:border-field"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold tracking-title">{name}</span>
                <span className="block text-sm text-soft">{category}</span>
              </span>
              <ChevronRight
                aria-hidden
                className="size-4 shrink-0 text-soft transition-transform group-hover:translate-x-0.5"
              />
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface TopicPageProps {
  page: SitePage;
  /** True for a trend that is not in SITE_PAGES. */
  unlisted?: boolean;
  slots: TopicSlots;
}

const NONE: readonly string[] = [];

export function TopicPage({ page, unlisted = false, slots }: TopicPageProps) {
  const { name, keywords = NONE } = page;
  const { kicker = '', heading = name, subtitle = '' } = kindOf(page).topic?.(page) ?? {};
  const location = useLocation();
  const navigate = useNavigate();
  const { page: number } = readSearchAddress(location.search);
  const search = usePageSearch({
    keywords,
    page: number,
    failureText: topicFailureText,
  });
  const feed = feedAddress(page, unlisted);
  const foundNothing = !search.isLoading && search.searchResults.length === 0;

  const trend = {
    trend: search.trend,
    keywords,
    awaited: search.isLoading && search.searchResults.length === 0,
  };

  const addressOf = (number: number) => pageAddress(location.pathname, number);

  function turnTo(number: number) {
    void navigate(addressOf(number));
    scrollToTop();
  }

  return (
    <div className="results-page">
      <PageMeta page={page} unlisted={unlisted} number={number} feed={feed} />
      <div>
        <BackLink>Back to Search</BackLink>
        <div className="mt-3 border-l-4 border-accent pl-4">
          <p className="text-sm font-medium text-link">{kicker}</p>
          <h1 className="text-2xl leading-[1.15] font-bold tracking-display text-balance sm:text-4xl">
            {heading}
          </h1>
          <p className="mt-1 text-soft text-balance max-sm:text-[0.9375rem] max-sm:leading-snug">
            {subtitle}
          </p>
        </div>
        <SpeaksLinks page={page} />
      </div>
      <div className="empty:hidden max-lg:pt-2">{slots.alerts?.({ name, keywords })}</div>
      {/* At least the window's height, to avoid a layout shift when the episodes load. */}
      <div className={clsx(!foundNothing && 'min-h-dvh')}>
        <TrendLine {...trend} />
        <ResultsList
          search={search}
          feed={feed}
          pageAddress={addressOf}
          onPageChange={turnTo}
          episodeActions={slots.episodeActions}
        />
      </div>
      <div className="self-start pb-6 max-lg:pt-8 lg:sticky lg:top-6 lg:col-start-2 lg:space-y-6">
        <div className="max-lg:hidden">
          <TrendPanel {...trend} />
        </div>
        <RelatedTopics page={page} />
      </div>
    </div>
  );
}
