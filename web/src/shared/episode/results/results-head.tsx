import { clsx } from 'clsx';
import { MAX_TOTAL } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';
import { type SearchChoice, searchAddress } from '#shared/search/search-address.ts';
import type { SearchState } from '#shared/search/search-store.ts';
import { Link } from '#shared/ui/link.tsx';
import { FeedLink } from './feed-link.tsx';
import { countText, resultsSummary } from './results-summary.ts';

interface ResultsHeadProps {
  search: SearchState;
  /** URL of the episodes' feed; null if there is none. */
  feed?: string | null;
  /** Whether sort order, period and transcripts can be chosen. */
  choices?: boolean;
}

/** A line above the results with their number, the options and the feed. It scrolls on phones. */
export function ResultsHead({ search, feed, choices = false }: ResultsHeadProps) {
  const hint = choices ? hintText(search) : '';
  return (
    <div className="text-sm text-soft">
      <div className="-mx-4 flex items-center gap-2 overflow-x-auto px-5 py-0.5 whitespace-nowrap [scrollbar-width:none] sm:-mx-1 sm:px-2">
        <h2 className="mr-auto shrink-0 pr-1">
          {choices ? (
            <>
              <span aria-hidden>{countText(search)}</span>
              <span className="sr-only">{resultsSummary(search)}</span>
            </>
          ) : (
            resultsSummary(search)
          )}
        </h2>
        {choices && <Switches search={search} />}
        {search.searchResults.length > 0 && feed && (
          <p className="shrink-0 pl-1 text-nowrap">
            <FeedLink feed={feed} />
          </p>
        )}
      </div>
      {hint && <p className="mt-1.5 px-1">{hint}</p>}
    </div>
  );
}

/** Links that turn an option of the search on or off. */
function Switches({ search }: { search: SearchState }) {
  const { lastSearchKeywords: keywords, lastSearchChoice: choice, sort } = search;
  const { spoken, about, period } = choice;
  const isRanked = choice.sort === 'relevance';
  const leadTo = (change: Partial<SearchChoice>) =>
    searchAddress(keywords, 1, { ...choice, ...change });
  return (
    <div role="group" aria-label="Options" className="flex gap-1.5">
      {sort !== null && (
        <Switch
          name="Most relevant"
          hint={RANKED}
          isOn={isRanked}
          to={leadTo({ sort: isRanked ? 'newest' : 'relevance' })}
        />
      )}
      {sort !== null && (
        <Switch name="About it" hint={ABOUT_IT} isOn={about} to={leadTo({ about: !about })} />
      )}
      <Switch
        name="Past week"
        isOn={period === 'week'}
        to={leadTo({ period: period === 'week' ? 'month' : 'week' })}
      />
      <Switch
        name="Notes only"
        hint="Titles and notes, without what is said in transcripts"
        isOn={!spoken}
        to={leadTo({ spoken: !spoken })}
      />
    </div>
  );
}

interface SwitchProps {
  name: string;
  hint?: string;
  isOn: boolean;
  /** URL of the search with the option changed. */
  to: string;
}

function Switch({ name, hint, isOn, to }: SwitchProps) {
  return (
    <Link
      to={to}
      title={hint}
      aria-current={isOn || undefined}
      className={clsx(
        'inline-flex min-h-8 items-center rounded-full border px-3 font-medium transition-colors',
        isOn
          ? 'border-link bg-link text-surface'
          : 'border-line bg-surface text-ink hover:border-field hover:bg-sunken',
      )}
    >
      {name}
    </Link>
  );
}

const ABOUT_IT = 'Only episodes that are about it, none that name it in passing';
const RANKED = `What is about it first, among the newest ${numberText(MAX_TOTAL)}`;

/** Explains the options that are on. */
function hintText({ lastSearchChoice, sort, isLoading, totalResults }: SearchState): string {
  const hints = [];
  if (lastSearchChoice.sort === 'relevance' && !isLoading && totalResults > 0) {
    if (sort === 'relevance') hints.push(`${RANKED}.`);
    if (sort === 'newest') hints.push('Too many matches to rank them: newest first.');
  }
  if (lastSearchChoice.about) hints.push(`${ABOUT_IT}.`);
  if (!lastSearchChoice.spoken) hints.push('Only titles and notes, not what is said.');
  return hints.join(' ');
}
