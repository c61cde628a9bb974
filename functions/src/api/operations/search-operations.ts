import * as z from 'zod';
import {
  alertKeywords,
  DAY_MS,
  describeQuery,
  EMPTY_QUERY,
  MAX_DURATION_S,
  MAX_EPISODES,
  MAX_KEYWORDS,
  type SearchRequest,
  SEARCH_SORTS,
  searchRequestSchema,
  SPEECH_STEP_MS,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { FIELD_NAMES, fieldSign } from '../../query/fields.ts';
import { apiEpisode, plainText } from './api-episode.ts';
import { operation } from './operation.ts';
import {
  apiEpisodeSchema,
  chaptersSchema,
  idSchema,
  publishedSchema,
  transcriptSchema,
} from './shapes.ts';

/** The catalogue keeps episodes for 35 days. */
const MAX_DAYS = 35;
const USUAL_DAYS = 31;
/** Max episodes for an agent, whose context is limited. */
const TOOL_EPISODES = 25;

const keywords = z.array(searchRequestSchema.shape.keywords.def.element).min(1).max(MAX_KEYWORDS);

const FIELDS = FIELD_NAMES.map(fieldSign).join(', ');

export const q = keywords.describe(
  `Queries; an episode must match at least one. Words are a phrase; "…", -word, +word, AND, OR, NOT, ( ), word*, ${FIELDS} have a meaning. lang: (as lang:de) and with: only narrow.`,
);

const limit = (most: number) =>
  z.int().min(1).max(most).default(10).describe('Episodes in the answer.');

const searchRequest = z.strictObject({
  q,
  days: z.int().min(1).max(MAX_DAYS).default(USUAL_DAYS).describe('How far back, in days.'),
  sort: z.enum(SEARCH_SORTS).default('newest'),
  strength: z
    .literal('about')
    .optional()
    .describe('Only episodes with this as a main topic, no brief mentions.'),
  spoken: z.boolean().default(true).describe('Whether transcripts are searched.'),
  limit: limit(MAX_EPISODES),
  offset: z
    .int()
    .min(0)
    .max(MAX_EPISODES - 1)
    .default(0)
    .describe(`Episodes to skip; only the first ${MAX_EPISODES} can be read.`),
});

/** Throws 'invalid-request', also if all keywords together have too many words. */
export function readSearch(given: Record<keyof SearchRequest, unknown> | object): SearchRequest {
  const read = searchRequestSchema.safeParse(given);
  if (read.success) return read.data;
  throw new AppError('invalid-request', `q: ${read.error.issues[0]?.message ?? 'is no query'}`);
}

export const searchEpisodes = operation({
  id: 'searchEpisodes',
  method: 'GET',
  path: '/search',
  scope: 'read',
  isPublic: true,
  summary: 'Search recent episodes',
  description:
    'Finds episodes of about the last month by their notes, people, chapters and transcripts.',
  request: searchRequest,
  answer: z.object({
    total: z.int().describe('Counted up to 1000; with strength, among the newest 1000 matches.'),
    episodes: z.array(apiEpisodeSchema),
    means: z
      .string()
      .optional()
      .describe('The query in words, if it has operators, and what was not searched.'),
    searched_since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe(
        'The words are too common to search all days: only episodes published since then were searched and counted.',
      ),
    sort: z.enum(SEARCH_SORTS).optional().describe('The order that was used.'),
    did_you_mean: z.array(z.string()).optional(),
  }),
  tool: {
    name: 'search_episodes',
    description:
      'Search podcast episodes of about the last month: notes, guests, chapters and what is said in transcripts. Use it to find who talks about a person, a company or a topic, and where. Each q is a query; an episode that matches one is found. Not for older episodes, nor for facts outside podcasts; to keep watch, use create_alert; for more of one episode, use get_episode with its id and published. To link to a place, add ?t= and its at_seconds to the episode’s page.',
    request: searchRequest.extend({ limit: limit(TOOL_EPISODES) }),
  },
  keywords: (given) => given.q,
  async run(
    { q: asked, days, sort, strength, spoken, limit: most, offset },
    { search, siteUrl, nowMs },
  ) {
    const request = readSearch({
      keywords: asked,
      language: 'English',
      startDate: nowMs - days * DAY_MS,
      sort,
      ...(strength && { strength }),
      spoken,
      limit: Math.min(offset + most, MAX_EPISODES),
    });
    const found = await search(request);
    const answer = {
      total: found.total,
      episodes: found.episodes
        .slice(offset, offset + most)
        .map((each) => apiEpisode(each, siteUrl)),
      ...(found.asked !== undefined && { means: found.asked }),
      ...(found.searchedSince !== undefined && {
        searched_since: new Date(found.searchedSince).toISOString(),
      }),
      ...(found.sort !== undefined && { sort: found.sort }),
      ...(found.meant !== undefined && { did_you_mean: found.meant }),
    };
    return { answer };
  },
});

export const getEpisode = operation({
  id: 'getEpisode',
  method: 'GET',
  path: '/episodes',
  scope: 'read',
  isPublic: true,
  summary: 'One episode',
  description:
    'Returns an episode with its chapters; with `q`, the moments where it is said; with `around`, the transcript from one minute before that second to two minutes after.',
  request: z.strictObject({
    id: idSchema,
    published: publishedSchema,
    q: q.optional(),
    around: z
      .number()
      .min(0)
      .max(MAX_DURATION_S)
      .optional()
      .describe('The second around which to return the transcript.'),
  }),
  answer: z.object({
    episode: apiEpisodeSchema,
    chapters: chaptersSchema,
    transcript: transcriptSchema
      .nullable()
      .describe('Null without `around`, or if there is no transcript with times.'),
  }),
  tool: {
    name: 'get_episode',
    description:
      'One episode that search_episodes or recent_matches named, by its id and published: chapters; with q, up to 20 places where that is said, with seconds; with around (a second), three minutes of transcript. Use it to find or quote the place where something is said. It gives no whole transcripts: ask around one place at a time. Not for finding episodes: use search_episodes.',
  },
  keywords: (given) => given.q ?? [],
  async run({ id, published, q: asked = [], around }, { episode, speech, siteUrl }) {
    const atMs = Date.parse(published);
    const found = await episode({ id, pub_date_ms: atMs, keywords: asked });
    if (found === null) throw new AppError('not-found', 'there is no such episode');
    const { audio, chapters = [], pub_date_ms: pubDateMs } = found;
    const sentences =
      around === undefined || audio === undefined || pubDateMs === null
        ? null
        : await speech({ audio, pub_date_ms: pubDateMs, atMs: toStep(around * 1000) });
    const answer = {
      episode: apiEpisode(found, siteUrl),
      chapters: chapters.map((chapter) => ({
        at_seconds: Math.floor(chapter.atMs / 1000),
        title: plainText(chapter.title),
      })),
      transcript: sentences && {
        sentences: sentences.map(({ atMs: saidAtMs, text, speaker }) => ({
          at_seconds: Math.floor(saidAtMs / 1000),
          text: plainText(text),
          ...(speaker !== undefined && { speaker: plainText(speaker) }),
        })),
      },
    };
    return { answer };
  },
});

function toStep(ms: number): number {
  return Math.floor(ms / SPEECH_STEP_MS) * SPEECH_STEP_MS;
}

export const explainQuery = operation({
  id: 'explainQuery',
  method: 'GET',
  path: '/query',
  scope: 'read',
  isPublic: true,
  summary: 'What a query means',
  description: 'Says a query in words, and as which alerts it would be saved. Searches nothing.',
  request: z.strictObject({ q }),
  answer: z.object({
    means: z.string(),
    matches_nothing: z.boolean().describe('True for a query that only leaves out or narrows.'),
    alerts: z.array(z.string()).describe('The queries to save as alerts, one each.'),
  }),
  tool: {
    name: 'explain_query',
    description: `Says in words what a query of search_episodes or create_alert means, without searching. Use it before saving a query with signs (quotes, -, +, AND, OR, *, ${FIELDS}). Not needed for plain words.`,
  },
  run({ q: asked }) {
    const { keywords: typed } = readSearch({ keywords: asked, language: 'English' });
    const means = describeQuery(typed);
    const answer = {
      means: means === null ? EMPTY_QUERY : `${means.charAt(0).toUpperCase()}${means.slice(1)}.`,
      matches_nothing: means === null,
      alerts: means === null ? [] : alertKeywords(typed),
    };
    return Promise.resolve({ answer });
  },
});
