import type { AlsoIn, Episode, EpisodeChapter, SpokenMatch } from './episode.ts';
import { GROUND_NAMES, STRENGTHS } from './match-strength.ts';
import type { SearchResponse } from './search.ts';
import {
  FOUND_PLACES,
  MAX_ALSO_IN,
  MAX_CHAPTERS_SHOWN,
  MAX_EPISODES,
  MAX_REASONS,
  MAX_SPOKEN_SHOWN,
  MAX_TOTAL,
  MAX_TREND_SHOWS,
  SEARCH_SORTS,
  TREND_DAYS,
} from './search-limits.ts';
import { EPISODE_ID } from './episode-path.ts';
import { SHOW_ID } from './show-path.ts';
import type { Trend } from './trend.ts';
import { webAddress } from '../web-address.ts';
import { MAX_DATE_MS, readDuration } from '../time.ts';

/** Accepts `{episodes}`, a list of episodes, or `{}`; else throws a TypeError. Pages do not load zod. */
export function readSearchAnswer(body: unknown): SearchResponse {
  const answer = Array.isArray(body) ? { episodes: body } : fields(body);
  const { episodes: list = isEmptyObject(body) ? [] : null, total } = answer;
  if (!Array.isArray(list)) throw new TypeError('The answer to the search has no list of episodes');
  const readable = list.map(readEpisode).filter((episode) => episode !== null);
  const isPaged = answer['paged'] === true;
  // Another backend may send all its episodes at once.
  const episodes = readable.slice(0, isPaged ? MAX_EPISODES : MAX_TOTAL);
  const asked = text(answer['asked']);
  const sort = SEARCH_SORTS.find((known) => known === answer['sort']);
  const { searchedSince } = answer;
  const meant = Array.isArray(answer['meant']) ? answer['meant'].map(text).filter(Boolean) : [];
  const trend = readTrend(answer['trend']);
  return {
    episodes,
    total: isCount(total) ? Math.max(total, episodes.length) : readable.length,
    ...(isPaged && { paged: true as const }),
    ...(isTime(searchedSince) && { searchedSince }),
    ...(sort !== undefined && { sort }),
    ...(trend !== null && { trend }),
    ...(asked && { asked }),
    ...(meant.length > 0 && { meant }),
  };
}

function isEmptyObject(body: unknown): boolean {
  return body instanceof Object && Object.keys(body).length === 0;
}

/** Null if title, link and audio are all missing. Other invalid fields become empty or null, or are left out. */
export function readEpisode(value: unknown): Episode | null {
  const sent = fields(value);
  const audio = webAddress(sent['audio']);
  const link = webAddress(sent['link']) || audio;
  const title = text(sent['title']) || (link && new URL(link).host);
  if (!title) return null;
  const duration = readDuration(sent['duration_s']);
  const id = text(sent['id']);
  const showId = text(sent['showId']);
  return {
    ...(EPISODE_ID.test(id) && { id }),
    title,
    link,
    podcast: text(sent['podcast']),
    publisher: text(sent['publisher']),
    image: webAddress(sent['image']),
    description: text(sent['description']),
    ...(audio && { audio }),
    pub_date_ms: moment(sent['pub_date_ms']),
    ...(duration && { duration_s: duration }),
    ...readFoundIn(sent['foundIn']),
    ...readStrength(sent),
    ...readSpoken(sent),
    ...readChapters(sent['chapters']),
    ...readAlsoIn(sent),
    ...(SHOW_ID.test(showId) && { showId }),
    ...(sent['forFollowers'] === true && { forFollowers: true }),
  };
}

function readFoundIn(list: unknown): Pick<Episode, 'foundIn'> {
  if (!Array.isArray(list)) return {};
  const readable = list.map(fields).flatMap((sent) => {
    const place = FOUND_PLACES.find((known) => known === sent['place']);
    const found = text(sent['text']);
    return place !== undefined && found ? [{ place, text: found }] : [];
  });
  return readable.length > 0 ? { foundIn: readable.slice(0, MAX_REASONS) } : {};
}

function readStrength(sent: Record<string, unknown>): Pick<Episode, 'strength' | 'why'> {
  const strength = STRENGTHS.find((known) => known === sent['strength']);
  const why = GROUND_NAMES.find((known) => known === sent['why']);
  return { ...(strength && { strength }), ...(strength && why && { why }) };
}

function readSpoken({
  spoken: list,
  spokenTotal: total,
  transcript: address,
  machineTranscript,
  timesMayDiffer,
}: Record<string, unknown>): Pick<
  Episode,
  'spoken' | 'spokenTotal' | 'transcript' | 'machineTranscript' | 'timesMayDiffer'
> {
  if (!Array.isArray(list)) return {};
  const readable = list.map(readSpokenMatch).filter((match) => match !== null);
  const spoken = readable.slice(0, MAX_SPOKEN_SHOWN);
  if (spoken.length === 0) return {};
  const transcript = webAddress(address);
  return {
    spoken,
    spokenTotal: isCount(total) ? Math.max(total, spoken.length) : readable.length,
    ...(transcript && { transcript }),
    ...(machineTranscript === true && { machineTranscript }),
    ...(timesMayDiffer === true && { timesMayDiffer }),
  };
}

function readSpokenMatch(value: unknown): SpokenMatch | null {
  const sent = fields(value);
  const quotation = text(sent['text']);
  if (!quotation) return null;
  const speaker = text(sent['speaker']);
  return {
    text: quotation,
    atMs: isCount(sent['atMs']) ? sent['atMs'] : null,
    ...(speaker && { speaker }),
  };
}

function readChapters(list: unknown): Pick<Episode, 'chapters'> {
  if (!Array.isArray(list)) return {};
  const chapters = list
    .slice(0, MAX_CHAPTERS_SHOWN)
    .map(fields)
    .map(({ title, atMs }) => ({ title: text(title), atMs }))
    .filter((chapter): chapter is EpisodeChapter => chapter.title !== '' && isCount(chapter.atMs))
    .sort((left, right) => left.atMs - right.atMs);
  return chapters.length > 0 ? { chapters } : {};
}

function readAlsoIn(sent: Record<string, unknown>): Pick<Episode, 'alsoIn' | 'alsoInMore'> {
  const { alsoIn: list, alsoInMore: more } = sent;
  if (!Array.isArray(list)) return {};
  const readable: AlsoIn[] = list
    .map(fields)
    .map(({ podcast, link }) => ({ podcast: text(podcast), link: webAddress(link) }))
    .filter(({ podcast }) => podcast !== '');
  if (readable.length === 0) return {};
  const alsoIn = readable.slice(0, MAX_ALSO_IN);
  return { alsoIn, ...(isCount(more) && more > 0 && { alsoInMore: more }) };
}

function readTrend(value: unknown): Trend | null {
  const { lastDay, days, since, shows: named } = fields(value);
  if (!isTime(lastDay) || !Array.isArray(days) || days.length !== TREND_DAYS) return null;
  const counts = days.filter(isCount);
  if (counts.length !== TREND_DAYS || !Array.isArray(named)) return null;
  const shows = named.map(fields).flatMap(({ podcast, episodes, term }) => {
    const isNamed = typeof podcast === 'string' && podcast !== '' && isCount(episodes);
    const filter = typeof term === 'string' && term !== '' && { term };
    return isNamed ? [{ podcast, episodes, ...filter }] : [];
  });
  return {
    lastDay,
    days: counts,
    ...(isTime(since) && { since }),
    shows: shows.slice(0, MAX_TREND_SHOWS),
  };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Replaces lone surrogates, which URLs and Firestore documents cannot contain. */
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

function isTime(value: unknown): value is number {
  return isCount(value) && value <= MAX_DATE_MS;
}
