import * as z from 'zod';
import { ownTokens } from '../../query/tokenize.ts';
import { followedValue, type Follower, isHiddenFrom } from './visibility.ts';
import { engine, rows, type SqlValue, type Work } from '../schema/work.ts';

/** Maximum of words of a name that are looked for; further ones are ignored. */
const MOST_WORDS = 8;

export interface KnownShow {
  url: string;
  title: string;
  publisher: string | null;
  image: string | null;
  /** Publication of the newest episode, epoch milliseconds. */
  newestAtMs: number | null;
  /** The feed has been fetched, and is fetched again when it is due. */
  isHeard: boolean;
  /** Everybody finds the show, not only its followers. */
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

/** SQL condition: the title has characters beyond ASCII, which take more than one byte. */
const IS_BEYOND_ASCII = '(octet_length(title) > length(title))';

/**
 * Maximum of titles beyond ASCII that are compared with a name, in about 60 ms; those of heard shows first.
 */
const MOST_COMPARED = 5_000;

const IS_PUBLIC = `CASE state WHEN 'followers' THEN 0 ELSE 1 END`;

/** Shows with these addresses, in any order, without those that the person must not hear of. */
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
 * Shows whose titles contain all words of a name, also within words, whatever their case and accents. Heard
 * shows come first, then shorter titles. Shows that the person must not hear of are left out.
 */
export function* showsByName(name: string, limit: number, followed?: Follower): Work<KnownShow[]> {
  const words = name.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS).map(spelled);
  if (words.length === 0) return [];
  const found = [
    ...(yield* withPlainTitles(words, limit, followed)),
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
  /** The text's tokens, separated by spaces; '' for a text of signs only. */
  tokens: string;
}

function spelled(text: string): Spelled {
  return { lower: text.toLowerCase(), tokens: ownTokens(text).join(' ') };
}

/** Shows with ASCII titles, which SQL compares. Words beyond ASCII are compared by their tokens. */
function* withPlainTitles(
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
  const where = `${has.join(' AND ')} AND title <> '' AND NOT ${IS_BEYOND_ASCII} AND ${shown}`;
  return yield* shows(select(where, BY_LENGTH, limit), ...patterns, followedValue(followed));
}

const titleRow = z.object({ url: z.string(), title: z.string() });

/**
 * Shows with titles beyond ASCII, compared here and not in SQL: SQLite folds the case of ASCII letters only,
 * and neither engine folds accents.
 */
function* withOtherTitles(
  words: readonly Spelled[],
  limit: number,
  followed?: Follower,
): Work<KnownShow[]> {
  const titles = yield* rows(
    titleRow,
    `SELECT url, title FROM feeds WHERE ${IS_BEYOND_ASCII} AND ${isShown('$1')}
     ORDER BY ${BY_LENGTH} LIMIT ${MOST_COMPARED}`,
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
