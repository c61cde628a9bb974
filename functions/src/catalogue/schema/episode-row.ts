import * as z from 'zod';
import type { Dialect } from './dialect.ts';
import { FEED_STATES, type FeedState } from './feed-states.ts';
import { columnOf } from './named-rows.ts';
import { FACT_COLUMNS } from '../../query/facts.ts';
import { WRITTEN_TEXTS } from '../../query/fields.ts';

interface Column<T extends z.ZodType> {
  name: string;
  value: T;
  /** A digest is stored as 16 bytes and read as hex. */
  kind: 'text' | 'integer' | 'digest';
}

function column<T extends z.ZodType>(
  name: string,
  value: T,
  kind: Column<T>['kind'] = 'text',
): Column<T> {
  return { name, value, kind };
}

/** All columns except id and feed. */
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
  /** In the format of `personsText`. */
  persons: column('persons', z.string()),
  /** In the format of `speakersText`. */
  speakers: column('speakers', z.string()),
  /** In the format of `chapterColumns`. */
  chapters: column('chapters', z.string()),
  chapterTimes: column('chapter_times', z.string()),
  /** The episode's first identity; '' if its identity never changed. */
  origin: column('origin', z.string(), 'digest'),
  /** Set if one fetch had more than ten new episodes: the newest three have their number, the others 0 (no alerts). */
  newAtOnce: column('new_at_once', z.number().nullable(), 'integer'),
};

type Field = keyof typeof COLUMNS;

/** Times are epoch milliseconds. */
export type EpisodeRow = { [F in Field]: z.infer<(typeof COLUMNS)[F]['value']> };

export const EPISODE_COLUMNS: readonly Column<z.ZodType>[] = Object.values(COLUMNS);

const FIELDS = Object.keys(COLUMNS) as Field[];

export const EPISODE_COLUMN_NAMES = EPISODE_COLUMNS.map(({ name }) => name).join(', ');

export const SEARCHED_COLUMNS = WRITTEN_TEXTS satisfies readonly Field[];

export const SPELLING_COLUMNS = 'title, podcast, publisher, description';

export const COMPARED_COLUMNS = (FACT_COLUMNS satisfies readonly Field[]).map(
  (field) => COLUMNS[field].name,
);

export interface NumberedEpisode {
  id: number;
  row: EpisodeRow;
}

/** SQL columns for {@link episodeRow}, with digests as hex. */
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
  'speakers',
  'chapters',
  'chapterTimes',
] as const satisfies readonly Field[];

export interface FoundRow extends Pick<EpisodeRow, (typeof FOUND_FIELDS)[number]> {
  item: string;
  state: FeedState;
}

/** Identifies an episode in mails and in `itemId`, by the feed's URL and the episode's first identity. */
export function itemOf(
  feedUrl: string,
  { identity, origin }: Pick<EpisodeRow, 'identity' | 'origin'>,
) {
  return `${feedUrl} ${(origin || identity).toUpperCase()}`;
}

export function feedUrlOf({ item }: { item: string }): string {
  return item.slice(0, item.lastIndexOf(' '));
}

/** {@link itemOf} in SQL. */
export function itemColumn(hex: Dialect['hex']): string {
  const first = 'CASE WHEN length(origin) = 0 THEN identity ELSE origin END';
  return `(SELECT url FROM feeds WHERE feeds.id = feed_id) || ' ' || upper(${hex(first)})`;
}

const STATE = '(SELECT state FROM feeds WHERE feeds.id = feed_id)';

export function foundColumns(hex: Dialect['hex']): string {
  const columns = FOUND_FIELDS.map((field) => `${COLUMNS[field].name} AS ${columnOf(field)}`);
  return [...columns, `${STATE} AS state`, `${itemColumn(hex)} AS item`].join(', ');
}

/** SQL values for {@link readFoundRow}, in its order. */
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
export const foundRow = z.object({
  ...shapeOf(FOUND_FIELDS),
  state: z.enum(FEED_STATES),
  item: z.string(),
});

const FOUND_NAMES = Object.keys(foundRow.shape);

/** Parses {@link foundValues} from a JSON array. Ignores further values. */
export function readFoundRow(values: readonly unknown[]): FoundRow {
  const row: Record<string, unknown> = {};
  FOUND_NAMES.forEach((name, at) => (row[name] = values[at]));
  return foundRow.parse(row);
}
