import { type AlertQuery, MAX_TOTAL, queryOfAlert } from 'functions/contract';
import { useEffect, useState } from 'react';
import { searchMatches, startOfDays } from './search-matches.ts';
import { REPORT_DAYS } from './use-alert-report.ts';

interface MatchCount {
  total: number;
  /** Whether there may be more. */
  isPart: boolean;
}

/** Undefined until it is known, null where it cannot be counted. */
export interface ChoiceCounts {
  everything?: MatchCount | null;
  about?: MatchCount | null;
}

/**
 * How many episodes of the last days an alert would tell of with either choice. Asks the search twice, and not again
 * when the choice changes.
 */
export function useChoiceCounts(alert: AlertQuery): ChoiceCounts {
  const query = queryOfAlert(alert);
  const { spoken } = alert;
  const [counts, setCounts] = useState<ChoiceCounts>({});
  useEffect(() => {
    const outdated = new AbortController();
    const count = async (onlyAbout: boolean): Promise<MatchCount | null> => {
      try {
        const asked = { query, spoken, onlyAbout, sinceMs: startOfDays(REPORT_DAYS) };
        const { total, searchedSince } = await searchMatches(asked, outdated.signal);
        return { total, isPart: total >= MAX_TOTAL || searchedSince !== undefined };
      } catch {
        return null;
      }
    };
    void Promise.all([count(false), count(true)]).then(([everything, about]) => {
      if (!outdated.signal.aborted) setCounts({ everything, about });
    });
    return () => outdated.abort();
  }, [query, spoken]);
  return counts;
}
