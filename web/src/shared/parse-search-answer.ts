import { type Episode, MAX_EPISODES, type SearchResponse } from 'functions/contract';

const TEXTS = ['title', 'link', 'podcast', 'publisher', 'image', 'description'] as const;

/**
 * The body of a backend's answer to a search: an object that holds the list, or the list itself.
 * Throws when it is none. By hand, because the contract's schemas are a tenth of all scripts, which
 * every page that searches would wait for; a test holds it to them.
 */
export function parseSearchAnswer(body: unknown): SearchResponse {
  if (Array.isArray(body)) {
    const episodes = episodesOf(body);
    return { episodes, total: episodes.length };
  }
  const { episodes, total, source } = fieldsOf(body);
  if (!Array.isArray(episodes) || episodes.length > MAX_EPISODES || !isCount(total)) refuse();
  if (source !== undefined && source !== 'listennotes') refuse();
  return { episodes: episodesOf(episodes), total, ...(source && { source }) };
}

function episodesOf(list: unknown[]): Episode[] {
  if (!list.every(isEpisode)) refuse();
  return list;
}

function isEpisode(value: unknown): value is Episode {
  const fields = fieldsOf(value);
  const { audio, pub_date_ms: publishedAtMs } = fields;
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    (audio === undefined || typeof audio === 'string') &&
    Number.isFinite(publishedAtMs)
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function refuse(): never {
  throw new TypeError('the answer to the search has another shape');
}
