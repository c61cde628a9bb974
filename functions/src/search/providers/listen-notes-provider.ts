import pLimit from 'p-limit';
import { normalizeKeyword } from '../../query/normalize-query.ts';
import { matchesQuery } from '../../query/match-query.ts';
import {
  coveringPhrases,
  plainPhrases,
  planQuery,
  type QueryPlan,
  withoutTranscriptTerms,
} from '../../query/plan-query.ts';
import { type Episode, MAX_EPISODES, MAX_TOTAL, type SearchRequest } from '../../contract/index.ts';
import { fetchJson } from './fetch-json.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { DailyBudget } from './daily-budget.ts';
import { type ListenNotesPage, readListenNotes } from './read-listen-notes.ts';
import { explainQuery } from '../answer-query.ts';
import type { SearchProvider } from './search-provider.ts';

/** Concurrent requests of one search; plans allow a few per second. */
const CONCURRENCY = 4;

interface Settings {
  url: string;
  apiKey: string;
  /** Results per phrase that the plan allows to page through. */
  depth: number;
}

interface EntryResults {
  phrase: string;
  episodes: Found[];
  total: number;
  /** Null after the last page, or at the plan's depth. */
  nextOffset: number | null;
}

/**
 * Searches Listen Notes for each phrase, newest first, merged without duplicates. For a query with
 * operators, it gets the {@link coveringPhrases}, and the results are filtered here. Pages are
 * fetched until the newest {@link MAX_EPISODES} are certain, or up to the plan's depth. The terms
 * of service forbid caching and require attribution (`source`).
 */
export function listenNotesProvider(settings: Settings, budget: DailyBudget): SearchProvider {
  const breaker = createCircuitBreaker();

  async function fetchPage(
    { phrase, nextOffset }: EntryResults,
    startDate: number | undefined,
    signal: AbortSignal,
  ): Promise<ListenNotesPage> {
    const offset = nextOffset ?? 0;
    const parameters = new URLSearchParams({
      q: `"${phrase}"`,
      type: 'episode',
      sort_by_date: '1',
      language: 'English',
      offset: String(offset),
      ...(startDate !== undefined && { published_after: String(startDate) }),
    });
    const answer = await fetchJson({
      name: 'Listen Notes',
      url: `${settings.url}/search?${parameters.toString()}`,
      headers: { 'X-ListenAPI-Key': settings.apiKey },
      signal,
    });
    return readListenNotes(answer, offset);
  }

  async function fetchRound(
    entries: EntryResults[],
    { startDate }: SearchRequest,
    query: QueryPlan | null,
    signal: AbortSignal,
  ): Promise<void> {
    await budget.take(entries.length);
    const limit = pLimit(CONCURRENCY);
    await Promise.all(
      entries.map((entry) =>
        limit(async () => {
          const page = await breaker.run(() => fetchPage(entry, startDate, signal));
          entry.episodes.push(...page.episodes.filter((found) => answersTo(query, found)));
          entry.total = query === null ? page.total : entry.episodes.length;
          entry.nextOffset = within(page.nextOffset, settings.depth);
        }),
      ),
    ).catch((error: unknown) => {
      limit.clearQueue(); // The search has failed: further requests would cost money.
      throw error;
    });
  }

  return {
    name: 'listennotes',
    cacheable: false,
    allowsFeeds: false,
    atOnce: null,
    async search(request, signal) {
      const plan = planQuery(request.keywords);
      const isPlain = plan !== null && plainPhrases(plan) !== null;
      const query = plan === null || isPlain ? null : withoutTranscriptTerms(plan);
      const phrases = isPlain || query !== null ? phrasesOf(query, request.keywords) : [];
      const entries = phrases.map((phrase): EntryResults => {
        return { phrase, episodes: [], total: 0, nextOffset: 0 };
      });
      let due = entries;
      while (due.length > 0) {
        await fetchRound(due, request, query, signal);
        due = entriesToContinue(entries);
      }
      return explainQuery(
        { ...mergedAnswer(entries), source: 'listennotes' },
        request.keywords,
        false,
      );
    },
  };
}

type Found = ListenNotesPage['episodes'][number];

function answersTo(query: QueryPlan | null, { episode, wholeDescription }: Found): boolean {
  const { title, podcast, publisher } = episode;
  const description = wholeDescription();
  return query === null || matchesQuery(query, { title, podcast, publisher, description });
}

function phrasesOf(query: QueryPlan | null, keywords: readonly string[]): string[] {
  if (query !== null) return coveringPhrases(query);
  const phrases = new Map<string, string>();
  for (const keyword of keywords) {
    const alike = normalizeKeyword(keyword);
    const phrase = keyword.replace(/["“”„\s]+/g, ' ').trim();
    if (alike !== '' && !phrases.has(alike)) phrases.set(alike, phrase);
  }
  return [...phrases.values()];
}

function within(nextOffset: number | null, depth: number): number | null {
  return nextOffset !== null && nextOffset < depth ? nextOffset : null;
}

/** Phrases with a next page and, so far, only results that are newer than the last one shown. */
function entriesToContinue(entries: EntryResults[]): EntryResults[] {
  const shown = merged(entries);
  const last = shown.length < MAX_EPISODES ? -Infinity : (shown.at(-1)?.pub_date_ms ?? -Infinity);
  return entries.filter(({ nextOffset, episodes }) => {
    const oldest = episodes.at(-1)?.episode.pub_date_ms ?? Infinity;
    return nextOffset !== null && oldest > last;
  });
}

function merged(entries: EntryResults[]): Episode[] {
  const byId = new Map<string, Episode>();
  for (const { id, episode } of entries.flatMap(({ episodes }) => episodes)) {
    if (!byId.has(id)) byId.set(id, episode);
  }
  return [...byId.values()]
    .sort((left, right) => (right.pub_date_ms ?? 0) - (left.pub_date_ms ?? 0))
    .slice(0, MAX_EPISODES);
}

/** An episode may match several phrases: the total is a minimum until all results are fetched. */
function mergedAnswer(entries: EntryResults[]): { episodes: Episode[]; total: number } {
  const episodes = merged(entries);
  const largest = Math.max(0, ...entries.map(({ total }) => total));
  const complete = entries.every((entry) => entry.episodes.length >= entry.total);
  const total = complete ? episodes.length : Math.max(episodes.length, largest);
  return { episodes, total: Math.min(total, MAX_TOTAL) };
}
