import { Link } from '#shared/ui/link.tsx';
import { searchAddress } from '#shared/search/search-address.ts';
import type { SearchState } from '#shared/search/search-store.ts';

/**
 * Leads to the same search with what shows say in all of their episodes (sponsors, credits, links),
 * and back; nothing where that makes no difference.
 */
export function RepeatedTextLink({ search }: { search: SearchState }) {
  const {
    lastSearchKeywords,
    lastSearchSpoken,
    lastSearchRepeated: repeated,
    repeatedMore,
  } = search;
  return repeated || repeatedMore ? (
    <p className="mt-3 px-1 text-sm">
      <Link
        to={searchAddress(lastSearchKeywords, 1, lastSearchSpoken, !repeated)}
        className="rounded-sm text-link underline decoration-1 underline-offset-4"
      >
        {repeated ? 'Leave out repeated text' : `Include repeated text (${repeatedMore} more)`}
      </Link>
    </p>
  ) : null;
}
