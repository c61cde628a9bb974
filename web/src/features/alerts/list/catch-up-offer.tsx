import {
  CATCH_UP_DAYS,
  DAY_MS,
  MAX_TOTAL,
  queryOfAlert,
  type SearchResponse,
} from 'functions/contract';
import { useEffect, useState } from 'react';
import { searchMatches } from '#features/alerts/details/search-matches.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';
import { TextButton } from '#shared/ui/text-button.tsx';

interface CatchUpOfferProps {
  alert: SavedAlert;
  busy: boolean;
  onCatchUp: () => void;
}

/** An offer below a resumed alert to tell the last days, too, with the number of their matches. */
export function CatchUpOffer({ alert, busy, onCatchUp }: CatchUpOfferProps) {
  const count = useMatchCount(alert);
  return (
    <p role="status" className="text-sm text-soft">
      Tells what comes from now on.{' '}
      <TextButton disabled={busy} className="min-h-8" onClick={onCatchUp}>
        {`Also the last ${CATCH_UP_DAYS} days${count === null ? '' : ` (${count})`}`}
      </TextButton>
    </p>
  );
}

/** Number of matches in the last {@link CATCH_UP_DAYS} days as text; null while loading and on failure. */
function useMatchCount(alert: SavedAlert): string | null {
  const query = queryOfAlert(alert);
  const { spoken, onlyAbout } = alert;
  const [count, setCount] = useState<string | null>(null);
  useEffect(() => {
    const outdated = new AbortController();
    const sinceMs = Date.now() - CATCH_UP_DAYS * DAY_MS;
    searchMatches({ query, spoken, onlyAbout, sinceMs }, outdated.signal)
      .then((answer) => setCount(countText(answer)))
      // On failure the offer has no number.
      .catch(() => undefined);
    return () => outdated.abort();
  }, [query, spoken, onlyAbout]);
  return count;
}

function countText({ total, searchedSince }: SearchResponse): string {
  const isPart = total >= MAX_TOTAL || searchedSince !== undefined;
  return `${isPart ? 'at least ' : ''}${numberText(total)}`;
}
