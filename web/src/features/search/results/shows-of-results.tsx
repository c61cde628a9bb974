import { useState } from 'react';
import { searchAddress } from '#shared/search/search-address.ts';
import type { SearchState } from '#shared/search/search-store.ts';
import { Link } from '#shared/ui/link.tsx';
import { showsFound } from './shows-found.ts';

const MOST = 5;

interface ShowsProps {
  search: SearchState;
}

/** In the rail beside the results: which shows mention it most. */
export function ShowsOfResults({ search }: ShowsProps) {
  const shows = showsFound(search.searchResults);
  if (shows.length < 2) return null;
  return (
    <section className="rounded-2xl border border-line bg-surface p-4 shadow-card">
      <h2 className="font-semibold tracking-title">{headingOf(search)}</h2>
      <ShowList search={search} />
    </section>
  );
}

/** The same on narrow screens: opens below the number of results. */
export function ShowsButton({ search }: ShowsProps) {
  const [open, setOpen] = useState(false);
  const { length } = showsFound(search.searchResults);
  if (length < 2) return null;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-my-1 inline-flex min-h-9 items-center rounded-sm px-1 font-semibold text-link underline-offset-4 after:mb-0.5 after:ml-2 after:size-1.5 after:rotate-45 after:border-r-2 after:border-b-2 hover:underline lg:hidden"
      >
        {isAll(search) ? `in ${length} shows` : 'Shows'}
      </button>
      {open && (
        <div className="order-last w-full rounded-2xl border border-line bg-surface px-4 py-3 lg:hidden">
          <p className="font-semibold text-ink">{headingOf(search)}</p>
          <ShowList search={search} />
        </div>
      )}
    </>
  );
}

function isAll({ searchResults, totalResults }: SearchState): boolean {
  return searchResults.length === totalResults;
}

function headingOf(search: SearchState): string {
  return isAll(search) ? 'Shows that mention it most' : 'Shows that mention it most on these pages';
}

/** Each leads to the same search in that show alone. */
function ShowList({ search }: ShowsProps) {
  const { lastSearchKeywords: keywords, lastSearchChoice: choice, searchResults } = search;
  return (
    <ul className="mt-2 text-sm">
      {showsFound(searchResults)
        .slice(0, MOST)
        .map(({ name, count, term }, place) => (
          // By place: news change what is written in the rows, and move none.
          <li key={place} className="flex items-center gap-3">
            {term === null ? (
              <span className="min-w-0 flex-1 truncate py-1.5">{name}</span>
            ) : (
              <Link
                to={searchAddress([...keywords, term], 1, choice)}
                title={name}
                className="min-w-0 flex-1 truncate rounded-sm py-1.5 text-ink underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            )}
            <span className="text-soft tabular-nums">{count}</span>
          </li>
        ))}
    </ul>
  );
}
