import * as z from 'zod';
import {
  dayOfTrend,
  firstCounted,
  mentionsIn,
  type Trend,
  TREND_DAYS,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { plainText } from './api-episode.ts';
import { operation } from './operation.ts';
import { q, readSearch } from './search-operations.ts';

const LAST_DAYS = 7;

const trendAnswer = z.object({
  total: z.int().describe(`Matching episodes of the last ${TREND_DAYS} days, duplicates once.`),
  at_least: z.boolean().describe('True if older days were not counted: see counted_since.'),
  counted_since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only episodes published since then were counted: there are too many for more.'),
  last_7_days: z.int(),
  seven_days_before: z
    .int()
    .nullable()
    .describe('The 7 days before those; null if they were not all counted.'),
  days: z
    .array(z.object({ date: z.iso.date(), episodes: z.int() }))
    .length(TREND_DAYS)
    .describe('Each day in UTC, the oldest first; the last one is today.'),
  shows: z
    .array(
      z.object({
        show: z.string().describe('Plain text, written by others.'),
        episodes: z.int(),
        query: z.string().optional().describe('Keeps a query to this show: add it to each q.'),
      }),
    )
    .describe('Those with the most mentions.'),
  means: z.string().optional().describe('The query in words, if it has signs.'),
});

type TrendAnswer = z.input<typeof trendAnswer>;

function answerOf(trend: Trend): TrendAnswer {
  const { days, since, shows } = trend;
  const isBeforeCounted = firstCounted(trend) <= TREND_DAYS - 2 * LAST_DAYS;
  return {
    total: mentionsIn(trend),
    at_least: since !== undefined,
    ...(since !== undefined && { counted_since: new Date(since).toISOString() }),
    last_7_days: mentionsIn(trend, LAST_DAYS),
    seven_days_before: isBeforeCounted ? mentionsIn(trend, 2 * LAST_DAYS, LAST_DAYS) : null,
    days: days.map((episodes, at) => ({
      date: new Date(dayOfTrend(trend, at)).toISOString().slice(0, 10),
      episodes,
    })),
    shows: shows.map(({ podcast, episodes, term }) => ({
      show: plainText(podcast),
      episodes,
      ...(term !== undefined && { query: term }),
    })),
  };
}

export const getTrend = operation({
  id: 'getTrend',
  method: 'GET',
  path: '/trend',
  scope: 'read',
  isPublic: true,
  summary: 'Count mentions',
  description: `Counts the episodes that match, for each of the last ${TREND_DAYS} days, and names the shows with the most. Costs as much as a search.`,
  request: z.strictObject({
    q,
    spoken: z.boolean().default(true).describe('Whether transcripts are searched.'),
  }),
  answer: trendAnswer,
  tool: {
    name: 'get_trend',
    description:
      'How often a person, a company or a topic is mentioned: episodes a day over the last 35 days (UTC), the last 7 days and the 7 before, and the shows with the most. Use it for “how much”, “is it growing” and “who talks about it most”. Not for the episodes themselves: use search_episodes.',
    shorten: ({ days, ...answer }: TrendAnswer) => ({
      ...answer,
      first_day: days[0]?.date,
      a_day: days.map(({ episodes }) => episodes),
    }),
  },
  keywords: (given) => given.q,
  async run({ q: asked, spoken }, { search }) {
    const request = readSearch({
      keywords: asked,
      language: 'English',
      spoken,
      trend: 'alone',
    });
    const { trend, asked: means } = await search(request);
    if (trend === undefined) {
      throw new AppError('upstream-timeout', 'counting these words would take too long');
    }
    return { answer: { ...answerOf(trend), ...(means !== undefined && { means }) } };
  },
});
