import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';
import type { FeedHub, FeedReading } from '../../feeds/feed-model.ts';
import { storeFeed } from '../store/store-feed.ts';
import type { StoreOutcome } from '../store/store-plan.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';
import { IS_SCHEDULED } from './feed-queue.ts';

/** Max changes per refresh. The next refresh takes the rest. */
const MAX_CHANGES = 200;
/** A feed that names another hub at each fetch would otherwise make us send requests to all of them. */
const CHANGE_EVERY_MS = DAY_MS;

export interface HubChange {
  url: string;
  /** Null without a hub, and for a feed that is not fetched or followers-only, whose URL may be secret. */
  named: FeedHub | null;
  /** The hub that {@link recordHubTold} stored last. */
  told: FeedHub | null;
}

const NAMED = `CASE WHEN ${IS_SCHEDULED} AND state = 'public' THEN hub END`;
const HAS_HUB = '(hub IS NOT NULL OR told_hub IS NOT NULL)';

const hubText = z.string().nullable().transform(readHub);
const hubRow = z.object({ url: z.string(), named: hubText });
const changeRow = hubRow.extend({ told: hubText });

/** URLs contain no spaces once they are parsed. */
function writeHub(hub: FeedHub | null): string | null {
  return hub && `${hub.hub} ${hub.topic}`;
}

function readHub(text: string | null): FeedHub | null {
  const [hub = '', topic = ''] = text?.split(' ') ?? [];
  return topic === '' ? null : { hub, topic };
}

/** @param announced The hub of the header `Link`, which has precedence. */
export function* storeReading(
  url: string,
  reading: Extract<FeedReading, { kind: 'read' }>,
  announced: FeedHub | undefined,
  now: number,
): Work<StoreOutcome> {
  const stored = yield* storeFeed(url, reading, now);
  yield* recordHub(url, announced ?? reading.show.hub ?? null);
  return stored;
}

export function recordHub(url: string, hub: FeedHub | null): Work<void> {
  return run(
    'UPDATE feeds SET hub = $2 WHERE url = $1 AND hub IS DISTINCT FROM $2',
    url,
    writeHub(hub),
  );
}

/** Lists feeds whose hub has changed, at most once a day for a feed. */
export function* untoldHubs(now: number): Work<HubChange[]> {
  return yield* rows(
    changeRow,
    `SELECT url, ${NAMED} AS named, told_hub AS told FROM feeds
     WHERE ${HAS_HUB} AND told_hub IS DISTINCT FROM ${NAMED}
       AND coalesce(told_hub_at_ms, 0) <= $1 ORDER BY id LIMIT ${MAX_CHANGES}`,
    now - CHANGE_EVERY_MS,
  );
}

export function recordHubTold(url: string, told: FeedHub | null, now: number): Work<void> {
  return run(
    'UPDATE feeds SET told_hub = $2, told_hub_at_ms = $3 WHERE url = $1',
    url,
    writeHub(told),
    now,
  );
}

/** A feed that names the same hub again later has then changed, and is subscribed again. */
export function* forgetHubsTold(urls: readonly string[]): Work<void> {
  const { table } = yield* engine();
  yield* run(
    `UPDATE feeds SET told_hub = NULL
     WHERE url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)`,
    urls.map((url) => [url]),
  );
}

/** Returns the hub of each feed, null without one. Leaves out feeds that are not read yet, of a catalogue that begins anew. */
export function* hubsOf(urls: readonly string[]): Work<Map<string, FeedHub | null>> {
  const { table } = yield* engine();
  const hubs = new Map<string, FeedHub | null>(urls.map((url) => [url, null]));
  if (urls.length === 0) return hubs;
  const found = yield* rows(
    hubRow.extend({ isUnread: z.number() }),
    `SELECT url, ${NAMED} AS named,
       CASE WHEN ${IS_SCHEDULED} AND last_fetch_at_ms IS NULL THEN 1 ELSE 0 END AS is_unread
     FROM feeds WHERE url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)`,
    urls.map((url) => [url]),
  );
  for (const { url, named, isUnread } of found) {
    if (isUnread === 0) hubs.set(url, named);
    else hubs.delete(url);
  }
  return hubs;
}

/**
 * Makes feeds due now whose hub reported news. Returns their URLs. A feed whose last fetch failed keeps its pause: its
 * host may have asked for it.
 */
export function* makeDue(urls: readonly string[], now: number): Work<string[]> {
  const { table } = yield* engine();
  if (urls.length === 0) return [];
  const found = yield* rows(
    z.object({ url: z.string() }),
    `UPDATE feeds SET next_fetch_at_ms = CASE WHEN next_fetch_at_ms > $2 THEN $2 ELSE next_fetch_at_ms END
     WHERE ${NAMED} IS NOT NULL AND failures = 0
       AND url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)
     RETURNING url`,
    urls.map((url) => [url]),
    now,
  );
  return found.map(({ url }) => url);
}
