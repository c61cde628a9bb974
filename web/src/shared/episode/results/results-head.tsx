import { MAX_TOTAL } from 'functions/contract';
import type { ReactNode, Ref } from 'react';
import { numberText } from '#shared/text/number-text.ts';
import { type SearchChoice, searchAddress } from '#shared/search/search-address.ts';
import type { SearchState } from '#shared/search/search-store.ts';
import { FeedLink } from './feed-link.tsx';
import { OptionMenu } from './option-menu.tsx';
import { countText, resultsSummary } from './results-summary.ts';

interface ResultsHeadProps {
  search: SearchState;
  feed?: string | null;
  choices?: boolean;
  more?: ReactNode;
  headingRef: Ref<HTMLHeadingElement>;
}

export function ResultsHead({ search, feed, choices = false, more, headingRef }: ResultsHeadProps) {
  const hint = choices ? hintText(search) : '';
  return (
    <div className="text-sm text-soft">
      {/* As high as the options from `sm` on: a slow page is painted before they are parsed. */}
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-1.5 ${choices && search.searchResults.length > 0 ? 'sm:min-h-8' : ''}`}
      >
        {/* As high as the button that appears beside it later, so that nothing moves. */}
        <h2 ref={headingRef} tabIndex={-1} className="rounded-sm outline-none max-lg:leading-7">
          {choices ? (
            <>
              <span aria-hidden>{countText(search)}</span>
              <span className="sr-only">{resultsSummary(search)}</span>
            </>
          ) : (
            resultsSummary(search)
          )}
        </h2>
        {more}
        {search.searchResults.length > 0 && feed && (
          <p className="max-sm:ml-auto">
            <FeedLink feed={feed} />
          </p>
        )}
        {choices && <Options search={search} />}
      </div>
      {hint && <p className="mt-1.5">{hint}</p>}
    </div>
  );
}

/** Without results, shows only options that can widen the search. */
function Options({ search }: { search: SearchState }) {
  const { lastSearchKeywords: keywords, lastSearchChoice: choice, sort } = search;
  const { spoken, about, period } = choice;
  const isEmpty = !search.isLoading && search.searchResults.length === 0;
  const isRanked = choice.sort === 'relevance';
  const isWeek = period === 'week';
  const leadTo = (change: Partial<SearchChoice>) =>
    searchAddress(keywords, 1, { ...choice, ...change });
  const strengths = {
    name: 'Show',
    options: [
      { name: 'Any mention', isOn: !about, to: leadTo({ about: false }) },
      { name: 'Main topic only', hint: ABOUT_IT, isOn: about, to: leadTo({ about: true }) },
    ],
  };
  const texts = {
    name: 'Search in',
    options: [
      {
        name: 'Anywhere',
        hint: 'Titles, show notes and transcripts',
        isOn: spoken,
        to: leadTo({ spoken: true }),
      },
      {
        name: 'Notes only',
        hint: 'Titles and show notes, no transcripts',
        isOn: !spoken,
        to: leadTo({ spoken: false }),
      },
    ],
  };
  return (
    <div
      role="group"
      aria-label="Options"
      className="flex flex-wrap gap-1.5 empty:hidden max-sm:relative max-sm:w-full sm:ml-auto"
    >
      {sort !== null && !isEmpty && (
        <OptionMenu
          groups={[
            {
              name: 'Order',
              options: [
                { name: 'Newest', isOn: !isRanked, to: leadTo({ sort: 'newest' }) },
                {
                  name: 'Most relevant',
                  hint: RANKED,
                  isOn: isRanked,
                  to: leadTo({ sort: 'relevance' }),
                },
              ],
            },
          ]}
        />
      )}
      {(isWeek || !isEmpty) && (
        <OptionMenu
          groups={[
            {
              name: 'Period',
              options: [
                { name: 'Past month', isOn: !isWeek, to: leadTo({ period: 'month' }) },
                { name: 'Past week', isOn: isWeek, to: leadTo({ period: 'week' }) },
              ],
            },
          ]}
        />
      )}
      {(about || !spoken || !isEmpty) && (
        <OptionMenu groups={sort === null ? [texts] : [strengths, texts]} />
      )}
    </div>
  );
}

const ABOUT_IT = 'Episodes about this, not those that mention it in passing';
const RANKED = `Main topics first, among the newest ${numberText(MAX_TOTAL)}`;

function hintText({ lastSearchChoice, sort, isLoading, totalResults }: SearchState): string {
  const hints = [];
  if (lastSearchChoice.sort === 'relevance' && !isLoading && totalResults > 0) {
    if (sort === 'relevance' && !lastSearchChoice.about) hints.push(`${RANKED}.`);
    if (sort === 'newest') hints.push('Too many matches to sort by relevance. Newest first.');
  }
  if (lastSearchChoice.about) hints.push(`${ABOUT_IT}.`);
  if (!lastSearchChoice.spoken) hints.push('Searching titles and show notes only.');
  return hints.join(' ');
}
