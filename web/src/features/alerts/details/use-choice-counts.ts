import { type AlertQuery, MAX_TOTAL, queryOfAlert } from 'functions/contract';
import { useEffect, useState } from 'react';
import { searchMatches, startOfDays } from './search-matches.ts';
import { REPORT_DAYS } from './use-alert-report.ts';

interface MatchCount {
  total: number;
  /** Whether not all matches were counted. */
  isPart: boolean;
}

/** Number of matches for each option; undefined until known, null if counting failed. */
export interface ChoiceCounts {
  everything?: MatchCount | null;
  about?: MatchCount | null;
}

/**
 * The number of recent matches with and without those in passing. Sends two searches, and none when the person
 * changes the choice.
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
