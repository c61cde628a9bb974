import * as z from 'zod';
import {
  DAY_MS,
  MAX_TOTAL,
  type ShowAnswer,
  type ShowFacts,
  showTerm,
  TREND_DAYS,
  webAddress,
} from '../../contract/index.ts';
import { isPrivateFeed } from '../../feeds/private-feed.ts';
import { planQuery } from '../../query/plan-query.ts';
import { NO_QUERY } from '../../query/query-plan.ts';
import { newestFirst } from '../schema/episode-id.ts';
import { foundColumns, foundRow } from '../schema/episode-row.ts';
import { engine, row, rows, type Work } from '../schema/work.ts';
import type { ShowLookup } from './catalogue-query.ts';
import { foundTexts, toFoundEpisode } from './found-episode.ts';
import { whyUntranscribed } from './why-untranscribed.ts';

const feedRow = z.object({ id: z.number(), url: z.string(), title: z.string() });
const idRow = z.object({ id: z.number() });
const countRow = z.object({ known: z.number(), transcribed: z.number() });
const shownRow = z.object({ ...foundRow.shape, id: z.number() });

/** Followers-only shows have no page, because a page would reveal that they exist. */
const FEED = `SELECT id, url, title FROM feeds WHERE show_id = $1 AND state = 'public'`;
const IDS = `SELECT id FROM episodes WHERE feed_id = $1 ORDER BY id DESC LIMIT ${MAX_TOTAL}`;

/** Returns a page of a public show, newest episodes first, with duplicates. `show` is null if the id is unknown. */
export function* show({ showId, skip, limit }: ShowLookup): Work<ShowAnswer> {
  const [feed] = yield* rows(feedRow, FEED, showId);
  if (feed === undefined || feed.title === '') return { episodes: [], total: 0, show: null };
  const { hex, among } = yield* engine();
  const ids = (yield* rows(idRow, IDS, feed.id)).map(({ id }) => id);
  const transcripts = yield* row(
    countRow,
    `SELECT count(*) AS known, count(heard_s) AS transcribed FROM transcripts
     WHERE spoken IS NOT NULL AND episode_id ${among('$1')}`,
    ids,
  );
  const shown = yield* rows(
    shownRow,
    `SELECT id, ${foundColumns(hex)} FROM episodes WHERE id ${among('$1')}`,
    ids.slice(skip, skip + limit),
  );
  const [newest] = ids;
  const untranscribed = newest === undefined ? null : yield* whyUntranscribed(newest);
  const texts = foundTexts(NO_QUERY);
  const episodes = shown.sort(newestFirst).map((found) => toFoundEpisode(found, texts));
  return {
    episodes,
    total: ids.length,
    paged: true,
    show: {
      id: showId,
      ...factsOf(feed),
      episodes: ids.length,
      published: transcripts.known - transcripts.transcribed,
      heard: transcripts.transcribed,
      ...(untranscribed !== null && { unheard: untranscribed }),
    },
  };
}

function factsOf({ url, title }: z.infer<typeof feedRow>): Pick<ShowFacts, 'title'> {
  const feedUrl = isPrivateFeed(url) ? '' : webAddress(url);
  const term = showTerm(title);
  const isWorded = term !== null && planQuery([term]) !== null;
  return { title, ...(feedUrl && { feedUrl }), ...(isWorded && { term }) };
}

export interface PublicShow {
  id: string;
  newestAtMs: number;
}

const publicShow = z.object({ showId: z.string(), newestAtMs: z.number() });

export function* publicShows(limit: number, now = Date.now()): Work<PublicShow[]> {
  const found = yield* rows(
    publicShow,
    `SELECT show_id, newest_at_ms FROM feeds
     WHERE show_id IS NOT NULL AND state = 'public' AND title <> '' AND newest_at_ms >= $2
     ORDER BY followers DESC, newest_at_ms DESC, id LIMIT $1`,
    limit,
    now - TREND_DAYS * DAY_MS,
  );
  return found.map(({ showId: id, newestAtMs }) => ({ id, newestAtMs }));
}
