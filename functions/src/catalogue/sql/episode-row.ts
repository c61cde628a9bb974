import * as z from 'zod';
import { FEED_STATES, type FeedState } from './feed-states.ts';
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
  /** Boilerplate, separated from the description by `separateBoilerplate`. */
  repeated: column('repeated', z.string()),
  notesOrder: column('notes_order', z.string()),
  /** Start times in ms, separated by spaces; see `episodeChapters`. */
  chapterTimes: column('chapter_times', z.string()),
  /** The identity at first storage; '' if unchanged. */
  origin: column('origin', z.string(), 'digest'),
};

type Field = keyof typeof COLUMNS;

/** A stored episode. Times are epoch milliseconds. */
export type EpisodeRow = { [F in Field]: z.infer<(typeof COLUMNS)[F]['value']> };

/** In the order of {@link episodeValues} and {@link readEpisodeRow}. */
export const EPISODE_COLUMNS: readonly Column<z.ZodType>[] = Object.values(COLUMNS);

const FIELDS = Object.keys(COLUMNS) as Field[];

export const EPISODE_COLUMN_NAMES = EPISODE_COLUMNS.map(({ name }) => name).join(', ');

/** The columns of every search, in the order of the index. */
export const SEARCHED_COLUMNS = WRITTEN_TEXTS satisfies readonly Field[];

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
  'repeated',
  'notesOrder',
  'persons',
  'chapters',
  'chapterTimes',
] as const satisfies readonly Field[];

export interface FoundRow extends Pick<EpisodeRow, (typeof FOUND_FIELDS)[number]> {
  /** See {@link itemOf}. */
  item: string;
  state: FeedState;
}

/** What mails and items tell episodes apart by: the feed's address and the identity at first storage. */
export function itemOf(
  feedUrl: string,
  { identity, origin }: Pick<EpisodeRow, 'identity' | 'origin'>,
) {
  return `${feedUrl} ${(origin || identity).toUpperCase()}`;
}

/** In the order of {@link readItem}, whose digests are read as they are stored. */
export const ITEM_COLUMN_NAMES =
  '(SELECT url FROM feeds WHERE feeds.id = feed_id), identity, origin';

const itemColumns = z.tuple([z.string(), z.instanceof(Uint8Array), z.instanceof(Uint8Array)]);

export function readItem(values: readonly unknown[]): string {
  const [feedUrl, identity, origin] = itemColumns.parse(values);
  const hex = (digest: Uint8Array) => Buffer.from(digest).toString('hex');
  return itemOf(feedUrl, { identity: hex(identity), origin: hex(origin) });
}

/** In the order of {@link readFoundRow}; then the state of the episode's feed, and its item. */
export const FOUND_COLUMN_NAMES = [
  ...FOUND_FIELDS.map((field) => COLUMNS[field].name),
  '(SELECT state FROM feeds WHERE feeds.id = feed_id)',
  ITEM_COLUMN_NAMES,
].join(', ');

/** Parses a row of values; further values are ignored. */
function rowReader<F extends Field>(fields: readonly F[]) {
  const schema = z.object(
    Object.fromEntries(fields.map((field) => [field, COLUMNS[field].value])),
  ) as unknown as z.ZodType<Pick<EpisodeRow, F>>;
  return (values: readonly unknown[]): Pick<EpisodeRow, F> => {
    // `Object.fromEntries` would take a tenth of a search's time.
    const row: Partial<Record<F, unknown>> = {};
    fields.forEach((field, index) => (row[field] = values[index]));
    return schema.parse(row);
  };
}

const stateSchema = z.enum(FEED_STATES);
export const readEpisodeRow = rowReader(FIELDS);
const readFoundFields = rowReader(FOUND_FIELDS);

export function readFoundRow(values: readonly unknown[]): FoundRow {
  const [state, ...item] = values.slice(FOUND_FIELDS.length);
  return {
    ...readFoundFields(values),
    item: readItem(item),
    state: stateSchema.parse(state),
  };
}
