import * as z from 'zod';
import { episodeKey } from '../../contract/index.ts';
import { type Catalogue, prepared, reading } from './sqlite-database.ts';
import { firstEpisodeId } from '../episode-id.ts';

/** An episode with the whole of its text, as alerts are matched against it. */
export interface NewEpisode {
  /** What the contract's `episodeKey` answers for it; another one when its addresses change. */
  key: string;
  /** The item of a feed that it is, by the feed's address and what the feed knows it by. */
  item: string;
  title: string;
  podcast: string;
  publisher: string;
  /** Plain text, all of it, without highlight markers. */
  description: string;
  /** http(s) address of the episode's page or, failing that, of its audio; empty without either. */
  link: string;
  /** http(s) address of the cover, or empty. */
  image: string;
  /** Time of publication, epoch milliseconds. */
  pubDateMs: number;
  /** When the refresh that stored it began, epoch milliseconds. */
  ingestedAtMs: number;
}

/** Episodes read at once; with the longest descriptions about 8 MB. */
const PAGE_SIZE = 250;

/**
 * By date of publication, which the ids are made of: of what was published since, nearly all was
 * ingested since as well, so the index by ingestion would save nothing.
 */
const PAGE = `
  SELECT id, (SELECT url FROM feeds WHERE feeds.id = feed_id) || ' ' || hex(identity),
    title, podcast, publisher, description, coalesce(link, audio, ''),
    coalesce(image, ''), pub_date_ms, ingested_at_ms
  FROM episodes WHERE id >= ? AND id < ? AND ingested_at_ms >= ?
  ORDER BY id DESC LIMIT ${PAGE_SIZE}`;

const rows = z.array(
  z.tuple([
    z.number(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.number(),
    z.number(),
  ]),
);

/** Ids stay below it. */
const BEYOND_ALL_IDS = 2n ** 53n;

/**
 * The episodes stored at `sinceMs` or later and published at `publishedSinceMs` or later (to the
 * second), newest first; both epoch milliseconds. Read page by page, so that a catalogue built anew
 * fits into memory: an episode whose date a refresh moves meanwhile may be missed or come twice.
 * Throws an `AppError` ('internal') when the catalogue cannot be read.
 */
export function* episodesIngestedSince(
  catalogue: Catalogue,
  sinceMs: number,
  publishedSinceMs: number,
): Generator<NewEpisode, undefined> {
  const oldest = firstEpisodeId(Math.max(0, publishedSinceMs));
  const since = BigInt(Math.ceil(sinceMs));
  let before = BEYOND_ALL_IDS;
  for (;;) {
    const page = reading(catalogue, (connection) =>
      rows.parse(prepared(connection, PAGE).raw().all(oldest, before, since)),
    );
    for (const row of page) yield newEpisode(row);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    before = BigInt(last[0]);
  }
}

function newEpisode(row: z.infer<typeof rows>[number]): NewEpisode {
  const [, item, title, podcast, publisher, description, link, image, pubDateMs, ingestedAtMs] =
    row;
  const key = episodeKey({ link, title, podcast });
  return {
    key,
    item,
    title,
    podcast,
    publisher,
    description,
    link,
    image,
    pubDateMs,
    ingestedAtMs,
  };
}
