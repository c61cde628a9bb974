import type { Episode } from './episode.ts';
import { readDuration } from './read-duration.ts';
import type { SearchResponse } from './search.ts';
import { MAX_EPISODES } from './search-limits.ts';
import { webAddress } from './web-address.ts';
import { MAX_DATE_MS } from './time.ts';

/**
 * Reads what a search backend answered: an object with the list `episodes`, or the list itself.
 * Throws a TypeError for anything else. Lenient with each episode, because one odd episode must not
 * take all others away: see {@link readEpisode}. Reads at most {@link MAX_EPISODES}; where no usable
 * `total` was sent, it is the number of episodes read. Without zod, which every page that searches
 * would have to load.
 */
export function readSearchAnswer(body: unknown): SearchResponse {
  const { episodes: list, total, source } = Array.isArray(body) ? { episodes: body } : fields(body);
  if (!Array.isArray(list)) throw new TypeError('The answer to the search has no list of episodes');
  const readable = list.map(readEpisode).filter((episode) => episode !== null);
  const episodes = readable.slice(0, MAX_EPISODES);
  return {
    episodes,
    total: isCount(total) ? Math.max(total, episodes.length) : readable.length,
    ...(source === 'listennotes' && { source }),
  };
}

/**
 * The episode with everything that can be shown; null for what is no object or has neither a title
 * nor a link. Texts that are missing or no texts are empty, a missing title is the link's host, only
 * http(s) addresses are kept, a date that is no number or that no Date can hold is null, and a
 * duration that cannot be believed is left out.
 */
export function readEpisode(value: unknown): Episode | null {
  const sent = fields(value);
  const audio = webAddress(sent['audio']);
  const link = webAddress(sent['link']) || audio;
  const title = text(sent['title']) || (link && new URL(link).host);
  if (!title) return null;
  const duration = readDuration(sent['duration_s']);
  return {
    title,
    link,
    podcast: text(sent['podcast']),
    publisher: text(sent['publisher']),
    image: webAddress(sent['image']),
    description: text(sent['description']),
    ...(audio && { audio }),
    pub_date_ms: moment(sent['pub_date_ms']),
    ...(duration && { duration_s: duration }),
  };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The text without a character cut in half, which neither an address nor a document can hold. */
function text(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') return '';
  return value.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function moment(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= MAX_DATE_MS ? value : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
