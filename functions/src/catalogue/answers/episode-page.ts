import { hash } from 'node:crypto';
import * as z from 'zod';
import {
  type EpisodeFacts,
  type EpisodeMention,
  MACHINE_SPEAKER,
  type Sentence,
} from '../../contract/index.ts';
import { clampText } from '../../contract/clamp-text.ts';
import { sentencesAround } from '../../feeds/transcripts/sentences-around.ts';
import { MACHINE_LIMITS } from '../../feeds/transcripts/spoken-matches.ts';
import { type SpokenText, unpackedText } from '../../feeds/transcripts/spoken-text.ts';
import { itemId } from '../../platform/item-id.ts';
import { createSizedCache, type SizedCache } from '../../platform/sized-cache.ts';
import { NO_QUERY } from '../../query/query-plan.ts';
import { FEED_STATES } from '../schema/feed-states.ts';
import { foundColumns, foundRow } from '../schema/episode-row.ts';
import { engine, row, rows, type Work } from '../schema/work.ts';
import type { EpisodePage, EpisodePageLookup } from './catalogue-query.ts';
import type { Topic } from '../../platform/public-pages.ts';
import { mentionFinder } from './find-mentions.ts';
import { foundTexts, toFoundEpisode } from './found-episode.ts';

/** Number of other episodes of the show that the page lists. */
const OTHERS = 4;
const MAX_NOTES = 1500;
/** How much of a publisher's transcript stands around the moment. The player reads further. */
const PUBLISHED_AROUND_MS = { before: 20_000, after: 40_000 };

/** Max items of a feed that are searched for a page's. */
const MAX_ITEMS = 20_000;

const feedRow = z.object({ id: z.number(), url: z.string(), state: z.enum(FEED_STATES) });
const itemsRow = z.object({ items: z.string().nullable() });
const numberRow = z.object({ id: z.number() });
const shownRow = z.object({
  ...foundRow.shape,
  id: z.number(),
  spoken: z.instanceof(Uint8Array).nullable(),
  heardS: z.number().nullable(),
});

/** Followers-only and blocked shows have no page, and neither have their episodes. */
const FEED = 'SELECT id, url, state FROM feeds WHERE show_id = $1';
/** "<id> <identity>,…"; null without items. */
const itemsOf = (first: string, condition = '') =>
  `SELECT string_agg(id || ' ' || first, ',') AS items FROM
    (SELECT id, ${first} AS first FROM episodes WHERE feed_id = $1 ${condition} LIMIT ${MAX_ITEMS}) AS listed`;
const WITHOUT_ORIGIN = 'SELECT id FROM episodes WHERE id = $1 AND length(origin) = 0';
const NEWEST = `SELECT id FROM episodes WHERE feed_id = $1 ORDER BY id DESC LIMIT ${OTHERS + 1}`;

const NO_PAGE: EpisodePage = { episodes: [], total: 0, about: null };

/** Returns the episode, then the newest others of its show; `about` is null if no public show has it. */
export function* episodePage(lookup: EpisodePageLookup): Work<EpisodePage> {
  const [feed] = yield* rows(feedRow, FEED, lookup.show);
  if (feed === undefined) return NO_PAGE;
  if (feed.state !== 'public') return { ...NO_PAGE, isHidden: true };
  const { hex, among } = yield* engine();
  const wanted = yield* findItem(feed, lookup.id);
  if (wanted === null) return NO_PAGE;
  const newest = yield* rows(numberRow, NEWEST, feed.id);
  const others = newest.map(({ id }) => id).filter((id) => id !== wanted);
  const ids = [wanted, ...others.slice(0, OTHERS)];
  const shown = yield* rows(
    shownRow,
    `SELECT id,
       (SELECT spoken FROM transcripts WHERE episode_id = episodes.id AND episodes.id = $2) AS spoken,
       (SELECT heard_s FROM transcripts WHERE episode_id = episodes.id) AS heard_s,
       ${foundColumns(hex)}
     FROM episodes WHERE id ${among('$1')}`,
    ids,
    wanted,
  );
  const byId = new Map(shown.map((row) => [row.id, row]));
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  const [row] = inOrder;
  if (row === undefined) return NO_PAGE;
  const texts = foundTexts(NO_QUERY);
  return {
    episodes: inOrder.map((each) => toFoundEpisode(each, texts)),
    total: inOrder.length,
    about: aboutEpisode(row, lookup),
  };
}

/**
 * Hashes cannot be looked up, so each item of the feed is hashed. Identities come from an index alone, as one text: a row
 * for each takes longer than its hash. Origins, which few items have, need the episodes' rows.
 */
function* findItem({ id, url }: z.infer<typeof feedRow>, wanted: string): Work<number | null> {
  const { hex } = yield* engine();
  const isWanted = (first: string) => itemId(`${url} ${first.toUpperCase()}`) === wanted;
  const byIdentity = firstIn(yield* row(itemsRow, itemsOf(hex('identity')), id), isWanted);
  if (byIdentity !== null) {
    const [found] = yield* rows(numberRow, WITHOUT_ORIGIN, byIdentity);
    if (found !== undefined) return found.id;
  }
  return firstIn(
    yield* row(itemsRow, itemsOf(hex('origin'), 'AND length(origin) > 0'), id),
    isWanted,
  );
}

function firstIn(
  { items }: z.infer<typeof itemsRow>,
  isWanted: (first: string) => boolean,
): number | null {
  const found = items?.split(',').find((item) => isWanted(item.slice(item.indexOf(' ') + 1)));
  return found === undefined ? null : Number.parseInt(found, 10);
}

function aboutEpisode(
  row: z.infer<typeof shownRow>,
  { atS, topics }: EpisodePageLookup,
): EpisodeFacts {
  const spoken = row.spoken === null ? null : unpackedText(row.id, row.spoken);
  const isMachine = row.heardS !== null;
  const said =
    spoken === null || atS === undefined ? [] : saidAround(spoken, atS * 1000, isMachine);
  return {
    notes: clampText(row.description, MAX_NOTES),
    said,
    ...(isMachine && said.length > 0 && { isMachine }),
    mentions: mentionsIn(row, spoken, topics),
  };
}

function saidAround(spoken: SpokenText, atMs: number, isMachine: boolean): Sentence[] {
  const { aroundMs, words } = MACHINE_LIMITS;
  const { before, after } = isMachine ? { before: aroundMs, after: aroundMs } : PUBLISHED_AROUND_MS;
  const near = (sentencesAround(spoken, atMs) ?? []).filter(
    (sentence) => sentence.atMs >= atMs - before && sentence.atMs <= atMs + after,
  );
  if (!isMachine) return near;
  let left = words;
  return near.flatMap(({ speaker, ...sentence }) => {
    left -= sentence.text.split(/\s+/).length;
    if (left < 0) return [];
    return [speaker === MACHINE_SPEAKER ? sentence : { ...sentence, ...(speaker && { speaker }) }];
  });
}

interface Mentions {
  find: ReturnType<typeof mentionFinder>;
  /** Of the last episodes: an hour of speech takes tens of milliseconds. */
  known: SizedCache<EpisodeMention[]>;
}

const MAX_KNOWN_BYTES = 2_000_000;
const byTopics = new WeakMap<readonly Topic[], Mentions>();

function mentionsIn(
  { item, title, description, chapters }: z.infer<typeof shownRow>,
  spoken: SpokenText | null,
  topics: readonly Topic[],
): EpisodeMention[] {
  const { find, known } = byTopics.get(topics) ?? {
    find: mentionFinder(topics),
    known: createSizedCache<EpisodeMention[]>(MAX_KNOWN_BYTES, (list) => 200 + list.length * 60),
  };
  byTopics.set(topics, { find, known });
  const texts = [title, description, chapters];
  const key = `${item} ${hash('sha256', JSON.stringify(texts))} ${spoken?.text.length}`;
  const mentions = known.get(key) ?? find(texts, spoken);
  known.set(key, mentions);
  return mentions;
}
