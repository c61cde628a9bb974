import { type Episode, MONTH_DAYS } from 'functions/contract';
import { useEffect, useState } from 'react';
import { meaningsOf, wayOf } from '#content/meanings.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { searchMatches, startOfDays } from './search-matches.ts';

interface OtherMeaning {
  /** The keyword that asks for this meaning only. */
  keyword: string;
  /** True for an episode that the alert would leave out with this keyword. */
  isLeftOut: (episode: Episode) => boolean;
}

/** Searches for what an alert for an ambiguous word would find with its usual meaning; null for other alerts. */
export function useOtherMeaning({ keyword, spoken, onlyAbout }: SavedAlert): OtherMeaning | null {
  const ways = wayOf(keyword) === 0 ? meaningsOf(keyword) : null;
  const asked = ways?.[1].keyword ?? null;
  const [found, setFound] = useState<{ asked: string; keys: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const outdated = new AbortController();
    const query = { query: asked, spoken, onlyAbout, sinceMs: startOfDays(MONTH_DAYS) };
    searchMatches(query, outdated.signal)
      .then(({ episodes }) => setFound({ asked, keys: new Set(episodes.map(keyOf)) }))
      // Without an answer, nothing is offered.
      .catch(() => undefined);
    return () => outdated.abort();
  }, [asked, spoken, onlyAbout]);
  if (found === null || found.asked !== asked) return null;
  return { keyword: found.asked, isLeftOut: (episode) => !found.keys.has(keyOf(episode)) };
}

function keyOf({ link, title }: Episode): string {
  return `${link} ${title}`;
}
