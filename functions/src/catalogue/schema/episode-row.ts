import * as z from 'zod';
import type { Dialect } from './dialect.ts';
import { FEED_STATES, type FeedState } from './feed-states.ts';
import { columnOf } from './named-rows.ts';
import { FACT_COLUMNS } from '../../query/facts.ts';
import { WRITTEN_TEXTS } from '../../query/fields.ts';

interface Column<T extends z.ZodType> {
  name: string;
  /** Schema of the value as read from an engine. */
  value: T;
  /** A digest is stored as 16 bytes and read as hexadecimal text. */
  kind: 'text' | 'integer' | 'digest';
}

function column<T extends z.ZodType>(
  name: string,
  value: T,
  kind: Column<T>['kind'] = 'text',
): Column<T> {
  return { name, value, kind };
}

/** All columns of an episode except id and feed, in the order that both engines use. */
const COLUMNS = {
  identity: column('identity', z.string(), 'digest'),
  contentHash: column('content_hash', z.string(), 'digest'),
  publishedAtMs: column('pub_date_ms', z.number(), 'integer'),
  ingestedAtMs: column('ingested_at_ms', z.number(), 'integer'),
  title: column('title', z.string()),
  link: column('link', z.string().nullable()),
  audio: column('audio', z.string().nullable()),
  image: column('image', z.string().nullable()),
  language: column('language', z.string().nullable()),
  podcast: column('podcast', z.string()),
  publisher: column('publisher', z.string()),
  description: column('description', z.string()),
  durationSeconds: column('duration_s', z.number().nullable(), 'integer'),
  /** See `personsText`. */
  persons: column('persons', z.string()),
  /** One title a line. */
  chapters: column('chapters', z.string()),
  /** Start times in ms, separated by spaces; see `episodeChapters`. */
  chapterTimes: column('chapter_times', z.string()),
  /** The identity at first storage; '' if unchanged. */
  origin: column('origin', z.string(), 'digest'),
  /**
   * Set if one reading of a known feed brought more than ten new episodes: their number for the newest three,
   * 0 for the others, which alerts skip.
   */
  newAtOnce: column('new_at_once', z.number().nullable(), 'integer'),
};

type Field = keyof typeof COLUMNS;

/** A stored episode. Times are epoch milliseconds. */
export type EpisodeRow = { [F in Field]: z.infer<(typeof COLUMNS)[F]['value']> };

/** In the order of {@link episodeValues}. */
export const EPISODE_COLUMNS: readonly Column<z.ZodType>[] = Object.values(COLUMNS);

const FIELDS = Object.keys(COLUMNS) as Field[];

export const EPISODE_COLUMN_NAMES = EPISODE_COLUMNS.map(({ name }) => name).join(', ');

/** The columns of every search, in the order of the index. */
export const SEARCHED_COLUMNS = WRITTEN_TEXTS satisfies readonly Field[];

/** The columns whose words help with spelling. */
export const SPELLING_COLUMNS = 'title, podcast, publisher, description';

/** The columns of facts, which filters compare. */
export const COMPARED_COLUMNS = (FACT_COLUMNS satisfies readonly Field[]).map(
  (field) => COLUMNS[field].name,
);

export interface NumberedEpisode {
  id: number;
  row: EpisodeRow;
}

/** The columns of {@link episodeRow}, with digests as hexadecimal text. */
export function episodeColumns(hex: Dialect['hex']): string {
  const valueOf = ({ name, kind }: Column<z.ZodType>) => (kind === 'digest' ? hex(name) : name);
  return FIELDS.map((field) => `${valueOf(COLUMNS[field])} AS ${columnOf(field)}`).join(', ');
}

export function episodeValues(row: EpisodeRow): (string | number | null)[] {
  return FIELDS.map((field) => row[field]);
}

const FOUND_FIELDS = [
  'publishedAtMs',
  'title',
  'link',
  'audio',
  'image',
  'podcast',
  'publisher',
  'description',
  'durationSeconds',
  'persons',
  'chapters',
  'chapterTimes',
] as const satisfies readonly Field[];

export interface FoundRow extends Pick<EpisodeRow, (typeof FOUND_FIELDS)[number]> {
  /** See {@link itemOf}. */
  item: string;
  state: FeedState;
}

/** Identifies an episode in mails and `itemId`: the feed's address and the identity at first storage. */
export function itemOf(
  feedUrl: string,
  { identity, origin }: Pick<EpisodeRow, 'identity' | 'origin'>,
) {
  return `${feedUrl} ${(origin || identity).toUpperCase()}`;
}

/** The feed's address in {@link itemOf}. */
export function feedUrlOf({ item }: { item: string }): string {
  return item.slice(0, item.lastIndexOf(' '));
}

/** SQL of {@link itemOf}. */
export function itemColumn(hex: Dialect['hex']): string {
  const first = 'CASE WHEN length(origin) = 0 THEN identity ELSE origin END';
  return `(SELECT url FROM feeds WHERE feeds.id = feed_id) || ' ' || upper(${hex(first)})`;
}

const STATE = '(SELECT state FROM feeds WHERE feeds.id = feed_id)';

/** The columns of {@link foundRow}. */
export function foundColumns(hex: Dialect['hex']): string {
  const columns = FOUND_FIELDS.map((field) => `${COLUMNS[field].name} AS ${columnOf(field)}`);
  return [...columns, `${STATE} AS state`, `${itemColumn(hex)} AS item`].join(', ');
}

/** The values of {@link foundColumns}, in the order of {@link readFoundRow}. */
export function foundValues(hex: Dialect['hex']): string {
  const values = FOUND_FIELDS.map((field) => COLUMNS[field].name);
  return [...values, STATE, itemColumn(hex)].join(', ');
}

type Shape<F extends Field> = { [G in F]: z.ZodType<EpisodeRow[G]> };

function shapeOf<F extends Field>(fields: readonly F[]): Shape<F> {
  const shape: Record<string, z.ZodType> = {};
  for (const field of fields) shape[field] = COLUMNS[field].value;
  return shape as Shape<F>;
}

export const episodeRow = z.object(shapeOf(FIELDS));
export const numberedRow = z.object({ ...episodeRow.shape, id: z.number() });
export const foundRow = z.object({
  ...shapeOf(FOUND_FIELDS),
  state: z.enum(FEED_STATES),
  item: z.string(),
});

export function numberedEpisode({ id, ...row }: z.infer<typeof numberedRow>): NumberedEpisode {
  return { id, row };
}

const FOUND_NAMES = Object.keys(foundRow.shape);

/** Names the values of {@link foundValues}, which come as a JSON array. Further values are ignored. */
export function readFoundRow(values: readonly unknown[]): FoundRow {
  const row: Record<string, unknown> = {};
  FOUND_NAMES.forEach((name, at) => (row[name] = values[at]));
  return foundRow.parse(row);
}
