import {
  type EpisodeAnswer,
  type EpisodeRequest,
  MAX_EPISODES,
  type PageNotice,
  type PagePlan,
  type PageResults,
  RESULTS_PER_PAGE,
  type SearchRequest,
  searchRequestSchema,
  type SearchResponse,
  type ShowAnswer,
  type ShowRequest,
  type SiteRenderer,
  type TopicCounts,
} from '../../contract/index.ts';
import type { SearchCall } from '../../search/limits/search-allowance.ts';
import type { Caller } from '../../search/search-episodes.ts';
import { createPageCache } from './page-cache.ts';
import { type RenderedPage, renderedPage } from './rendered-page.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';
import { log } from '../../platform/log.ts';

/** Timeout of the search. After it, the page is sent without episodes, and the browser searches. */
const WITHIN_MS = 2_000;

interface FindResults {
  now?: () => number;
  withinMs?: number;
}

/** Returns null after an error or timeout. A search that finishes too late still fills the cache. */
async function findResults<Answer>(
  ask: () => Promise<Answer>,
  { now = Date.now, withinMs = WITHIN_MS }: FindResults,
): Promise<(Answer & { foundAtMs: number }) | null> {
  const foundAtMs = now();
  const late = new AbortController();
  try {
    const answer = await Promise.race([
      ask(),
      delay(withinMs, null, { signal: late.signal, ref: false }),
    ]);
    if (answer === null) return without('late');
    return { ...answer, foundAtMs };
  } catch (error) {
    return without(error instanceof AppError ? error.code : 'internal', error);
  } finally {
    late.abort();
  }
}

function without(reason: string, error?: unknown): null {
  const cause = error instanceof Error ? error.message : undefined;
  log('warn', 'page-without-episodes', { reason, cause });
  return null;
}

interface PageParts {
  renderer: SiteRenderer;
  search: (request: SearchRequest, caller: Caller) => Promise<SearchResponse>;
  show: (request: ShowRequest['show']) => Promise<ShowAnswer>;
  episodePage: (request: EpisodeRequest['episode'], client: string) => Promise<EpisodeAnswer>;
  topics: () => Promise<TopicCounts>;
  cacheable: boolean;
  now?: () => number;
  withinMs?: number;
}

const NOT_FOUND = '/404';

/**
 * Listed pages are cached for a minute and do not count against the rate limit. The page of a visitor's own query
 * counts as a search.
 */
export function createPages(parts: PageParts) {
  const { renderer, search, show, episodePage, topics, cacheable, ...rest } = parts;
  const { now = Date.now } = rest;
  const shells = new Map<string, Promise<RenderedPage>>();
  const kept = createPageCache<RenderedPage>(
    {
      isWorthKeeping: ({ kind }) => kind !== 'degraded',
      sizeOf: ({ plain, compressed }) => plain.length + compressed.length,
    },
    { now },
  );
  const find = (request: SearchRequest, caller: Caller): Promise<PageResults | null> =>
    findResults(() => search(request, caller), rest);

  async function listed(plan: PagePlan, client: string): Promise<RenderedPage> {
    const { key, search: wanted } = plan;
    // If results may not be cached, each browser searches by itself.
    if (wanted === null || !cacheable) return page(key, null, 'listed');
    // `gone` is not passed: other clients may wait for the same page.
    const results = await withTopics(plan, await find(wanted, { client }));
    const last = results && lastPage(results, wanted);
    if (last !== null) return foundAt(pageAddress(key, last), 'listed');
    return page(key, results, results === null ? 'degraded' : 'listed');
  }

  async function madeUp(plan: PagePlan, caller: Caller & SearchCall): Promise<RenderedPage> {
    const { key, search: wanted, show: wantedShow, problem } = plan;
    const parsed = searchRequestSchema.safeParse(wanted);
    // A request that runs no search costs one unit of the rate limit.
    const decision = await caller.allow(parsed.success ? parsed.data.keywords : []);
    if (!decision.allowed) {
      const { headers, ...refused } = await shell('refused', 'refused');
      const seconds = Math.max(1, Math.ceil(decision.retryAfterMs / 1000));
      return { ...refused, headers: { ...headers, 'Retry-After': `${seconds}` } };
    }
    if (problem !== undefined) return shell('made-up', { problem });
    if (wantedShow !== undefined) return showPage(key, wantedShow);
    if (plan.episode !== undefined) return pageOfEpisode(plan, plan.episode, caller.client);
    if (!parsed.success) return shell('made-up', 'unsearched');
    const results = await withTopics(plan, await find(parsed.data, caller));
    return resultsPage(key, parsed.data, results);
  }

  async function withTopics(
    plan: PagePlan,
    results: PageResults | null,
  ): Promise<PageResults | null> {
    if (plan.topics === undefined || results === null) return results;
    try {
      return { ...results, topics: await topics() };
    } catch (error) {
      log('warn', 'page-without-topics', { reason: error instanceof Error ? error.name : '' });
      return results;
    }
  }

  async function resultsPage(
    key: string,
    wanted: Pick<SearchRequest, 'skip'>,
    results: PageResults | null,
  ): Promise<RenderedPage> {
    if (results === null) return shell('degraded', 'degraded');
    const kind = cacheable ? 'made-up' : 'unkept';
    const last = lastPage(results, wanted);
    return last === null ? page(key, results, kind) : foundAt(pageAddress(key, last), kind);
  }

  async function showPage(key: string, wanted: ShowRequest['show']) {
    const found = await findResults(() => show(wanted), rest);
    if (found === null) return resultsPage(key, wanted, null);
    // A missing show keeps its own address, because the browser hydrates the page there. All missing pages
    // look the same.
    return found.show === null ? page(key, found, 'missing') : resultsPage(key, wanted, found);
  }

  async function pageOfEpisode(
    { key }: PagePlan,
    wanted: EpisodeRequest['episode'],
    client: string,
  ) {
    const found = await findResults(() => episodePage(wanted, client), rest);
    if (found === null) return resultsPage(key, {}, null);
    return found.about === null ? page(key, found, 'missing') : resultsPage(key, {}, found);
  }

  function shell(kind: RenderedPage['kind'], notice: PageNotice): Promise<RenderedPage> {
    const name = JSON.stringify(notice);
    const made = shells.get(name) ?? renderedPage(kind, renderer.shell(notice));
    shells.set(name, made);
    return made;
  }

  async function page(key: string, results: PageResults | null, kind: RenderedPage['kind']) {
    return renderedPage(kind, await renderer.render(key, results));
  }

  return async function answer(
    path: string,
    query: string,
    caller: Caller & SearchCall,
  ): Promise<RenderedPage> {
    const plan = renderer.plan(path, query, now());
    if (plan?.listed === true) return kept(plan.key, () => listed(plan, caller.client));
    if (plan !== null) return madeUp(plan, caller);
    const address = path.replace(/(?<!\/)\/+$/, '');
    const moved = address !== path && renderer.plan(address, query, now()) !== null;
    const missing = await kept(NOT_FOUND, () => page(NOT_FOUND, null, 'missing'));
    return moved ? movedTo(address + query, missing) : missing;
  };
}

/** Returns the number of the last page if the requested page lies beyond it, otherwise null. */
function lastPage(
  { episodes, total, paged }: PageResults,
  { skip = 0 }: Pick<SearchRequest, 'skip'>,
) {
  if (episodes.length > 0 || skip === 0) return null;
  // Without `paged`, a provider returns only the first {@link MAX_EPISODES} episodes.
  const reachable = Math.min(total, paged ? skip : MAX_EPISODES);
  return Math.max(1, Math.ceil(reachable / RESULTS_PER_PAGE));
}

function pageAddress(key: string, number: number): string {
  const { pathname, searchParams } = new URL(key, 'http://site');
  searchParams.set('page', String(number));
  return `${pathname}?${searchParams.toString()}`;
}

/** A temporary redirect, cached like a page of this kind. */
async function foundAt(Location: string, kind: RenderedPage['kind']): Promise<RenderedPage> {
  const page = await renderedPage(kind, '');
  return { ...page, status: 302, headers: { ...page.headers, Location } };
}

/** The same redirect as Firebase Hosting's for files with a trailing slash. */
function movedTo(Location: string, page: RenderedPage): RenderedPage {
  return { ...page, status: 301, headers: { ...page.headers, Location } };
}
