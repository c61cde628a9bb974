import { MATCHES_A_PAGE, type StoredMatch } from 'functions/contract';
import { type BehaviorSubject, map } from 'rxjs';
import { createLiveQuery, type LiveQuery } from '#shared/data/member/live-query.ts';
import { type MatchPage, type MemberData } from '#shared/data/member/member-data.ts';
import { change, follow, type Stored } from '#shared/testing/stored-list.ts';

export function fakeMatches(
  stored: BehaviorSubject<Stored<StoredMatch>>,
  timing: Parameters<typeof createLiveQuery>[1],
): Pick<MemberData, 'matches' | 'readMatches' | 'countMatches' | 'noteOpened'> {
  const sources = new Map<string, LiveQuery<MatchPage>>();
  return {
    matches(alert = '') {
      const known = sources.get(alert);
      if (known) return known;
      const source = createLiveQuery(
        () => follow(stored).pipe(map((items) => [pageOf(items, alert)])),
        timing,
      );
      sources.set(alert, source);
      return source;
    },
    readMatches: (from, alert = '') =>
      stored.value instanceof Error
        ? Promise.reject(stored.value)
        : Promise.resolve(pageOf(stored.value, alert, from?.id)),
    countMatches: (alert, sinceMs, untilMs) =>
      stored.value instanceof Error
        ? Promise.reject(stored.value)
        : Promise.resolve(
            stored.value.filter(
              (match) =>
                match.alert === alert && match.foundAtMs >= sinceMs && match.foundAtMs < untilMs,
            ).length,
          ),
    async noteOpened(ids) {
      const known = stored.value instanceof Error ? [] : stored.value.map(({ id }) => id);
      await change(stored, (items) =>
        items.map((item) => (ids.includes(item.id) ? { ...item, openedAtMs: Date.now() } : item)),
      );
      if (ids.some((id) => !known.includes(id))) throw new Error('one of the matches is gone');
    },
  };
}

/** @param after Id of the match before the page; default: the newest page. */
function pageOf(all: readonly StoredMatch[], alert: string, after?: string): MatchPage {
  const wanted = all
    .filter((match) => alert === '' || match.alert === alert)
    .toSorted((one, other) => other.foundAtMs - one.foundAtMs || (one.id < other.id ? 1 : -1));
  const start = wanted.findIndex(({ id }) => id === after) + 1;
  const found = wanted.slice(start, start + MATCHES_A_PAGE);
  return { matches: found, next: found.length < MATCHES_A_PAGE ? null : (found.at(-1) ?? null) };
}

/** A match of the alert `sampleAlert(keyword)`. */
export function sampleMatch(
  number: number,
  foundAtMs: number,
  { keyword = 'OpenAI', ...episode }: Partial<StoredMatch['episode']> & { keyword?: string } = {},
): StoredMatch {
  return {
    id: `${keyword} ${number}`,
    alert: `id-${keyword}-0`,
    query: { keyword },
    foundAtMs,
    episode: {
      id: number.toString(16).padStart(32, '0'),
      title: `Episode ${number}`,
      podcast: 'Sounds',
      link: `https://a.example/${number}`,
      image: '',
      pubDateMs: foundAtMs,
      excerpt: `All about >>>${keyword}<<< today`,
      ...episode,
    },
  };
}
