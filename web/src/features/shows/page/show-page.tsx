import { type Episode, type ShowFacts, showPath } from 'functions/contract';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { DescribedPage } from '#content/site-pages.ts';
import { EpisodeCover } from '#shared/episode/card/episode-cover.tsx';
import { ResultsList } from '#shared/episode/results/results-list.tsx';
import { useNamePage } from '#shared/page/page-names.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';
import { scrollToTop } from '#shared/page/scroll-to-top.ts';
import { pageAddress, readSearchAddress } from '#shared/search/search-address.ts';
import { site } from '#shared/site.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { transcribedText } from './transcribed-text.ts';
import { untranscribedText } from './untranscribed-text.ts';
import { MentionForm } from './mention-form.tsx';
import { useShow } from './use-show.ts';

export interface ShowSlots {
  follow?: (show: ShowFacts) => ReactNode;
  episodeActions?: (episode: Episode) => ReactNode;
}

interface ShowPageProps {
  id: string;
  slots: ShowSlots;
  missing: ReactNode;
}

export function ShowPage({ id, slots, missing }: ShowPageProps) {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const { page: number } = readSearchAddress(query);
  const { show, search, retry } = useShow(id, number);
  useNamePage(showPath(id), { show: show?.title });
  if (show === null) return missing;
  const [newest] = search.searchResults;
  const by = newest?.publisher === show?.title ? '' : (newest?.publisher ?? '');
  const addressOf = (page: number) => pageAddress(showPath(id), page);

  function turnTo(page: number) {
    void navigate(addressOf(page));
    scrollToTop();
  }

  return (
    <div className="results-page">
      {show ? (
        <PageMeta page={describedPage(show)} number={number} feed={null} />
      ) : (
        search.error && <title>{`Show – ${site.name}`}</title>
      )}
      <div
        className={clsx(
          'flex items-start gap-4',
          show === undefined && !search.error && 'min-h-28',
        )}
      >
        {show && (
          <>
            <EpisodeCover image={newest?.image ?? ''} className="w-16 sm:w-24" />
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium text-link">Show</p>
              <h1
                dir="auto"
                className="text-left text-2xl leading-[1.15] font-bold tracking-display wrap-anywhere sm:text-4xl"
              >
                {show.title}
              </h1>
              {by && (
                <p className="mt-1 text-soft wrap-anywhere">
                  by <bdi>{by}</bdi>
                </p>
              )}
              <p className="mt-1.5 text-[0.9375rem] leading-snug text-soft">
                {transcribedText(show)}
                {show.unheard && <span>{` ${untranscribedText(show.unheard)}`}</span>}
              </p>
            </div>
          </>
        )}
      </div>
      <aside aria-label="About this show" className="results-rail">
        {show && (
          <>
            {slots.follow && show.feedUrl !== undefined && (
              <div className="space-y-2 print:hidden">
                {slots.follow(show)}
                <p className="text-sm leading-snug text-soft">
                  Your alerts always cover the podcasts you follow, and we check those first.
                </p>
              </div>
            )}
            {show.term !== undefined && <MentionForm term={show.term} />}
          </>
        )}
      </aside>
      <div className="min-h-dvh">
        {search.error ? (
          <FailureNotice text={search.error}>
            <TextButton className="mt-1 min-h-11" onClick={retry}>
              Retry
            </TextButton>
          </FailureNotice>
        ) : (
          show?.episodes !== 0 && (
            <ResultsList
              search={search}
              pageAddress={addressOf}
              onPageChange={turnTo}
              episodeActions={slots.episodeActions}
              isOwnShow
            />
          )
        )}
      </div>
    </div>
  );
}

/** Max title in the page's head, UTF-16 code units. Longer titles are cut, so that descriptions have at most 160. */
const MAX_TITLE = 80;

function describedPage({ id, title }: ShowFacts): DescribedPage {
  const name = title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE).toWellFormed()}…`;
  return {
    path: showPath(id),
    kind: 'show',
    category: 'Shows',
    name,
    title: `${name}: latest episodes`,
    description: `The latest episodes of ${name}, what is searched of them, and alerts when it mentions your topics.`,
  };
}
