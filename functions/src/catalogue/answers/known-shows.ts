import * as z from 'zod';
import { ownTokens } from '../../query/tokenize.ts';
import { followedValue, type Follower, isHiddenFrom } from './visibility.ts';
import { engine, rows, type SqlValue, type Work } from '../schema/work.ts';

/** Max words of a name that are compared; further words are ignored. */
const MAX_WORDS = 8;

export interface KnownShow {
  url: string;
  title: string;
  publisher: string | null;
  image: string | null;
  newestAtMs: number | null;
  /** True if the feed has been fetched and is still scheduled. */
  isHeard: boolean;
  isPublic: boolean;
}

const knownShow = z.object({
  url: z.string(),
  title: z.string(),
  publisher: z.string().nullable(),
  image: z.string().nullable(),
  newestAtMs: z.number().nullable(),
  isHeard: z.number(),
  isPublic: z.number(),
});

const IS_HEARD = `CASE WHEN feeds.source IS NOT NULL AND feeds.last_fetch_at_ms IS NOT NULL THEN 1 ELSE 0 END`;

const BY_LENGTH = `${IS_HEARD} DESC, length(title), url`;

/** SQL condition: true if the title has non-ASCII characters, which take several bytes each. */
const IS_NOT_ASCII = '(octet_length(title) > length(title))';

/** Max non-ASCII titles that are compared, which takes about 60 ms. */
const MAX_COMPARED = 5_000;

const IS_PUBLIC = `CASE state WHEN 'followers' THEN 0 ELSE 1 END`;

/** Returns the visible shows with these feed URLs, in any order. */
export function* knownShows(urls: readonly string[], followed?: Follower): Work<KnownShow[]> {
  if (urls.length === 0) return [];
  const { table } = yield* engine();
  const named = `url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)`;
  return yield* shows(
    select(`${named} AND ${isShown('$2')}`, 'url', urls.length),
    urls.map((url) => [url]),
    followedValue(followed),
  );
}

function isShown(followed: string): string {
  return `state <> 'blocked' AND NOT (${isHiddenFrom(followed)})`;
}

/**
 * Returns visible shows whose titles contain every word of `name`, even inside longer words. Ignores case and
 * accents. Fetched shows come first, then shorter titles.
 */
export function* showsByName(name: string, limit: number, followed?: Follower): Work<KnownShow[]> {
  const words = name.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(spelled);
  if (words.length === 0) return [];
  const found = [
    ...(yield* withAsciiTitles(words, limit, followed)),
    ...(yield* withOtherTitles(words, limit, followed)),
  ];
  const later = (show: KnownShow) => Number(!show.isHeard);
  return found
    .sort(
      (one, other) =>
        later(one) - later(other) ||
        one.title.length - other.title.length ||
        (one.url < other.url ? -1 : 1),
    )
    .slice(0, limit);
}

interface Spelled {
  lower: string;
  /** Search tokens, separated by spaces; '' if the text has only symbols. */
  tokens: string;
}

function spelled(text: string): Spelled {
  return { lower: text.toLowerCase(), tokens: ownTokens(text).join(' ') };
}

/** Compares ASCII titles in SQL. The tokens of a non-ASCII word replace the word. */
function* withAsciiTitles(
  words: readonly Spelled[],
  limit: number,
  followed?: Follower,
): Work<KnownShow[]> {
  const has = words.map((_, at) => `lower(title) LIKE $${at + 1} ESCAPE '\\'`);
  const patterns = words.map(({ lower, tokens }) => {
    const word = isAscii(lower) || tokens === '' ? lower : tokens;
    return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  });
  const shown = isShown(`$${words.length + 1}`);
  const where = `${has.join(' AND ')} AND title <> '' AND NOT ${IS_NOT_ASCII} AND ${shown}`;
  return yield* shows(select(where, BY_LENGTH, limit), ...patterns, followedValue(followed));
}

const titleRow = z.object({ url: z.string(), title: z.string() });

/** Compares non-ASCII titles here: SQLite folds only ASCII case, and neither engine folds accents. */
function* withOtherTitles(
  words: readonly Spelled[],
  limit: number,
  followed?: Follower,
): Work<KnownShow[]> {
  const titles = yield* rows(
    titleRow,
    `SELECT url, title FROM feeds WHERE ${IS_NOT_ASCII} AND ${isShown('$1')}
     ORDER BY ${BY_LENGTH} LIMIT ${MAX_COMPARED}`,
    followedValue(followed),
  );
  const urls: string[] = [];
  for (const { url, title } of titles) {
    if (!hasWords(spelled(title), words)) continue;
    if (urls.push(url) === limit) break;
  }
  return yield* knownShows(urls, followed);
}

function hasWords(title: Spelled, words: readonly Spelled[]): boolean {
  return words.every(
    ({ lower, tokens }) =>
      title.lower.includes(lower) || (tokens !== '' && title.tokens.includes(tokens)),
  );
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function select(where: string, order: string, limit: number): string {
  const newest = (column: string) =>
    `(SELECT ${column} FROM episodes WHERE feed_id = feeds.id ORDER BY id DESC LIMIT 1)`;
  return `SELECT url, title, ${newest('publisher')} AS publisher, ${newest('image')} AS image, newest_at_ms,
    ${IS_HEARD} AS is_heard, ${IS_PUBLIC} AS is_public
    FROM feeds WHERE ${where} ORDER BY ${order} LIMIT ${limit}`;
}

function* shows(sql: string, ...values: SqlValue[]): Work<KnownShow[]> {
  const found = yield* rows(knownShow, sql, ...values);
  return found.map((show) => ({
    ...show,
    isHeard: show.isHeard !== 0,
    isPublic: show.isPublic !== 0,
  }));
}
