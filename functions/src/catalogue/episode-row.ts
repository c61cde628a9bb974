import * as z from 'zod';
import { WRITTEN_TEXTS } from '../query/fields.ts';

/** Where a value of an episode stands in the catalogue. */
interface Column<T extends z.ZodType> {
  name: string;
  /** What every engine answers with when it is read. */
  value: T;
  /** How it is stored: a digest as sixteen bytes, which are a hexadecimal text here. */
  kind: 'text' | 'integer' | 'digest';
}

function column<T extends z.ZodType>(
  name: string,
  value: T,
  kind: Column<T>['kind'] = 'text',
): Column<T> {
  return { name, value, kind };
}

/**
 * What the catalogue holds of an episode besides its id and its feed: the only list of it. The
 * engines write and read what stands here, in this order; a test holds their tables to it.
 */
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
  /** Titles, a line each. */
  chapters: column('chapters', z.string()),
  /** What the feed says in all of its episodes, kept apart from the description; see `separateBoilerplate`. */
  repeated: column('repeated', z.string()),
  notesOrder: column('notes_order', z.string()),
  /** When each begins, milliseconds, with a space between them; see `episodeChapters`. */
  chapterTimes: column('chapter_times', z.string()),
  /** The identity it was first stored with; empty where that is the same. */
  origin: column('origin', z.string(), 'digest'),
};

type Field = keyof typeof COLUMNS;

/** An episode as it stands in the catalogue. Times are epoch milliseconds. */
export type EpisodeRow = { [F in Field]: z.infer<(typeof COLUMNS)[F]['value']> };

/** An episode's columns, in the order of {@link episodeValues} and {@link readEpisodeRow}. */
export const EPISODE_COLUMNS: readonly Column<z.ZodType>[] = Object.values(COLUMNS);

const FIELDS = Object.keys(COLUMNS) as Field[];

export const EPISODE_COLUMN_NAMES = EPISODE_COLUMNS.map(({ name }) => name).join(', ');

/** The columns that every search looks through, in the order in which the indexes have them. */
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

export type FoundRow = Pick<EpisodeRow, (typeof FOUND_FIELDS)[number]>;

/** Its columns' names, separated by commas, in the order of {@link readFoundRow}. */
export const FOUND_COLUMN_NAMES = FOUND_FIELDS.map((field) => COLUMNS[field].name).join(', ');

/** Makes a row of values as an engine answers with them, one a column; the rest is left out. */
function rowReader<F extends Field>(fields: readonly F[]) {
  const schema = z.object(
    Object.fromEntries(fields.map((field) => [field, COLUMNS[field].value])),
  ) as unknown as z.ZodType<Pick<EpisodeRow, F>>;
  return (values: readonly unknown[]): Pick<EpisodeRow, F> => {
    // Not `Object.fromEntries`, which takes a tenth of a search's time.
    const row: Partial<Record<F, unknown>> = {};
    fields.forEach((field, index) => (row[field] = values[index]));
    return schema.parse(row);
  };
}

export const readEpisodeRow = rowReader(FIELDS);
export const readFoundRow = rowReader(FOUND_FIELDS);
