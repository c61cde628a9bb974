import * as z from 'zod';
import {
  alertItemSchema,
  apiErrorBodySchema,
  CHANNEL_KINDS,
  channelIdSchema,
  FOUND_PLACES,
  GROUND_NAMES,
  MAX_CHAPTERS_SHOWN,
  MAX_MOMENTS_SHOWN,
  MAX_REASONS,
  STRENGTHS,
} from '../../contract/index.ts';

const text = z.string().describe('Plain text, written by others.');
const address = z.string().describe('An http(s) address.');

export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .describe('Id of an episode: the same in searches, matches, feeds and webhooks.');

export const publishedSchema = z.iso
  .datetime({ offset: true })
  .describe('When the episode was published (RFC 3339), as results say it.');

const saidSchema = z.object({
  at_seconds: z.int().nullable().describe('Null if the transcript has no times.'),
  text,
  speaker: text.optional(),
});

export const apiEpisodeSchema = z.object({
  id: idSchema,
  title: text,
  url: address.optional().describe('The episode’s page at its publisher.'),
  page: address
    .optional()
    .describe(
      'The episode’s page on this site. With `?t=` and `at_seconds` it plays from there. Followers-only shows have none.',
    ),
  show: text,
  publisher: text,
  published: publishedSchema,
  duration_seconds: z.int().optional(),
  audio: address.optional().describe('The publisher’s own file.'),
  image: address.optional(),
  excerpt: text.describe('The notes around the first match, or their beginning.'),
  strength: z
    .enum(STRENGTHS)
    .optional()
    .describe('Whether what matched is a main topic of the episode or a brief mention.'),
  why: z
    .enum(GROUND_NAMES)
    .optional()
    .describe('The strongest place of the match, which decides the strength.'),
  found_in: z
    .array(z.object({ place: z.enum(FOUND_PLACES), text }))
    .max(MAX_REASONS)
    .describe('Other texts with a match.'),
  said: z.array(saidSchema).max(MAX_MOMENTS_SHOWN).describe('Where a match is said.'),
  said_total: z.int().describe('Matches in the transcript.'),
  transcript: address.optional().describe('The publisher’s transcript.'),
  machine_transcript: z
    .literal(true)
    .optional()
    .describe('A machine wrote what is said; names can be misheard.'),
  times_may_differ: z
    .literal(true)
    .optional()
    .describe('The audio has another length, so that times may be some seconds off.'),
  also_in: z.array(text).describe('Other shows with the same episode.'),
  on_probation: z
    .literal(true)
    .optional()
    .meta({ description: 'Deprecated: no episode has it any more.', deprecated: true }),
  for_followers: z
    .literal(true)
    .optional()
    .describe('A show that only its followers find, such as the key’s owner.'),
});

export const chaptersSchema = z
  .array(z.object({ at_seconds: z.int(), title: text }))
  .max(MAX_CHAPTERS_SHOWN);

export const transcriptSchema = z.object({
  sentences: z.array(z.object({ at_seconds: z.int(), text, speaker: text.optional() })),
});

export const slotSchema = z
  .string()
  .regex(/^[01]\d{2}$/)
  .describe('Id of an alert.');

export const apiAlertSchema = z.object({
  id: slotSchema,
  query: z.string().describe('What it looks for, in the query language.'),
  means: z.string().describe('The query in words.'),
  spoken: z.boolean().describe('False: transcripts are not searched.'),
  onlyAbout: z.boolean().describe('True: only episodes with this as a main topic.'),
  mail: z.boolean().describe('False: its matches are left out of emails.'),
  paused: z.boolean(),
  paused_until: z.iso.datetime().optional().describe('When a paused alert resumes by itself.'),
  created: z.iso.datetime(),
  last_match: z.object({ at: z.iso.datetime(), episodes: z.int() }).optional(),
  pending: z
    .int()
    .optional()
    .describe(
      'Number of new episodes that wait for the next email. Only the list of alerts has it.',
    ),
});

/** Selects all alerts, including those created later. */
export const ALL_ALERTS = 'all';

export const channelId = channelIdSchema.check(z.describe('Id of a channel.'));

export const apiChannelSchema = z.object({
  id: channelId,
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
  host: z.string().optional().describe('Of the address, which is not told. A feed has none.'),
  alerts: z
    .array(z.string())
    .describe(`Ids of the alerts that go into it, or \`${ALL_ALERTS}\` alone.`),
  paused: z.boolean().describe('True: nothing is sent. `state` says why.'),
  state: z
    .enum(['on', 'off', 'failing', 'gone'])
    .describe(
      '`off`: by its owner. `failing`: after days of failures. `gone`: its receiver answered so.',
    ),
  created: z.iso.datetime(),
  last_delivered: z.iso.datetime().optional(),
  failing_since: z.iso.datetime().optional(),
  failure: z.string().optional().describe('Why the last try failed.'),
});

export const matchSchema = alertItemSchema;

/** Names of schemas in the OpenAPI document. */
export const NAMED = z.registry<{ id: string }>();
NAMED.add(apiEpisodeSchema, { id: 'Episode' });
NAMED.add(apiAlertSchema, { id: 'Alert' });
NAMED.add(apiChannelSchema, { id: 'Channel' });
NAMED.add(matchSchema, { id: 'Match' });
NAMED.add(apiErrorBodySchema, { id: 'Error' });
