import {
  type PagePlan,
  type PageResults,
  type SearchRequest,
  searchRequestSchema,
  type SiteRenderer,
  STATUS_OF_CODE,
} from '../contract/index.ts';
import type { RateDecision } from '../platform/callers/count-call.ts';
import { findResults } from './find-results.ts';
import { keepPages } from './keep-pages.ts';
import { type RenderedPage, renderedPage } from './rendered-page.ts';

interface PageParts {
  renderer: Pick<SiteRenderer, 'plan' | 'render'>;
  /** Resolves with the JSON of a `SearchResponse`; fails as the search does. */
  search: (request: SearchRequest) => Promise<Uint8Array>;
  /** Whether answers of the search may be kept. */
  cacheable: boolean;
  /** Whether the search answers anybody. False where each search must prove where it comes from. */
  open: boolean;
  now?: () => number;
  withinMs?: number;
}

/** The address that the site's program knows its not-found page by. */
const NOT_FOUND = '/404';

/** Asks whether the caller may search for these keywords now, and counts it. */
export type Allow = (keywords: readonly string[]) => Promise<RateDecision>;

/**
 * Answers requests for pages: with the episodes of now, or without any where they cannot be had in
 * time. The site's own pages are rendered once a minute at most and cost no caller anything; a page
 * that a visitor's words make is a search like any other, and counted as one.
 */
export function createPages({ renderer, search, cacheable, open, ...rest }: PageParts) {
  const { now = Date.now } = rest;
  const kept = keepPages<RenderedPage>(({ kind }) => kind !== 'degraded', { now });
  const find = (request: SearchRequest) => findResults(request, { search, ...rest });

  async function listed({ key, search: wanted }: PagePlan): Promise<RenderedPage> {
    // What may not be kept is not shown to everybody: each browser asks for itself.
    if (wanted === null || !cacheable) return page(key, null, 'listed');
    const results = await find(wanted);
    return page(key, results, results === null ? 'degraded' : 'listed');
  }

  async function madeUp({ key, search: wanted }: PagePlan, allow: Allow): Promise<RenderedPage> {
    const asked = searchRequestSchema.safeParse(wanted);
    if (!asked.success || !open) return page(key, null, 'made-up');
    const decision = await allow(asked.data.keywords);
    if (!decision.allowed) {
      const refused = await page(key, refusal(now()), 'refused');
      const seconds = Math.max(1, Math.ceil(decision.retryAfterMs / 1000));
      return { ...refused, headers: { ...refused.headers, 'Retry-After': `${seconds}` } };
    }
    const results = await find(asked.data);
    if (results === null) return page(key, null, 'degraded');
    return page(key, results, cacheable ? 'made-up' : 'unkept');
  }

  async function page(key: string, results: PageResults | null, kind: RenderedPage['kind']) {
    return renderedPage(kind, await renderer.render(key, results));
  }

  /** The page of a path and a query string. */
  return async function answer(path: string, query: string, allow: Allow): Promise<RenderedPage> {
    const plan = renderer.plan(path, query, now());
    if (plan?.listed === true) return kept(plan.key, () => listed(plan));
    if (plan !== null) return madeUp(plan, allow);
    const address = path.replace(/\/+$/, '');
    const moved = address !== path && renderer.plan(address, query, now()) !== null;
    const missing = await kept(NOT_FOUND, () => page(NOT_FOUND, null, 'missing'));
    return moved ? movedTo(address + query, missing) : missing;
  };
}

/** Hosting does the same for files. */
function movedTo(Location: string, page: RenderedPage): RenderedPage {
  return { ...page, status: 301, headers: { ...page.headers, Location } };
}

function refusal(foundAtMs: number): PageResults {
  return { episodes: [], total: 0, foundAtMs, refusedWith: STATUS_OF_CODE['rate-limited'] };
}
