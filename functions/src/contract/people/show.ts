import * as z from 'zod/mini';
import { SHOW_ID } from '../episodes/show-path.ts';
import { type StoredFields, withMillis } from './stored-times.ts';

/** Max shows per person. The server enforces this limit and {@link MAX_SHOWS_A_DAY}. */
export const MAX_SHOWS = 50;

/** Shows that a person may add in 24 hours. */
export const MAX_SHOWS_A_DAY = 10;

export const LOOKUPS_A_MINUTE = 3;

/** UTF-16 code units, as `MAX_FEED_URL_LENGTH`. */
export const MAX_GIVEN_LENGTH = 2048;

export const MAX_FEED_URL_LENGTH = 2048;

/** UTF-8 bytes. */
export const MAX_OPML_BYTES = 1_000_000;

/** Further feeds of an OPML file are ignored. */
export const MAX_OPML_FEEDS = 500;

const showId = z.string().check(z.regex(SHOW_ID));

const feedUrl = z.string().check(z.minLength(1), z.maxLength(MAX_FEED_URL_LENGTH));

/** `given` is an address, a link of a podcast app, or a name. */
export const lookUpShowRequestSchema = z.strictObject({
  given: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_GIVEN_LENGTH)),
});

export type LookUpShowRequest = z.infer<typeof lookUpShowRequestSchema>;

const foundShowSchema = z.object({
  showId,
  feedUrl: z.string(),
  title: z.string(),
  publisher: z.optional(z.string()),
  link: z.optional(z.string()),
  image: z.optional(z.string()),
  /** Publication of the newest episode, epoch milliseconds. */
  newestAt: z.optional(z.number()),
  episodes: z.optional(z.int().check(z.nonnegative())),
  /** True if the catalogue already fetches the feed. */
  isHeard: z.boolean(),
  isFollowed: z.boolean(),
  /** False if only followers find the show, because no operator, index or directory lists its feed. */
  isPublic: z.boolean(),
});

export type FoundShow = z.infer<typeof foundShowSchema>;

/** `exclusive` is a show without a feed. `no-lookup` means that no directory can resolve the text. */
const LOOKUP_REFUSALS = [
  'private',
  'exclusive',
  'not-found',
  'unreachable',
  'not-a-feed',
  'no-lookup',
] as const;

export type LookupRefusal = (typeof LOOKUP_REFUSALS)[number];

export const showLookupSchema = z.discriminatedUnion('kind', [
  /** One show if the request identifies it; else the best matches, possibly none. */
  z.object({ kind: z.literal('shows'), shows: z.array(foundShowSchema).check(z.maxLength(10)) }),
  z.object({ kind: z.literal('refused'), reason: z.enum(LOOKUP_REFUSALS), message: z.string() }),
]);

export type ShowLookup = z.infer<typeof showLookupSchema>;

export const previewShowsRequestSchema = z.strictObject({
  opml: z.string().check(z.minLength(1), z.maxLength(MAX_OPML_BYTES)),
});

export type PreviewShowsRequest = z.infer<typeof previewShowsRequestSchema>;

const previewLineSchema = z.object({
  title: z.string(),
  /** Absent for private and invalid addresses. */
  feedUrl: z.optional(z.string()),
  showId: z.optional(showId),
  outcome: z.enum(['new', 'following', 'private', 'invalid', 'duplicate']),
  message: z.optional(z.string()),
});

export type ShowPreviewLine = z.infer<typeof previewLineSchema>;

export const showsPreviewSchema = z.object({
  lines: z.array(previewLineSchema),
  /** Shows that the person may still add today. */
  room: z.int().check(z.nonnegative()),
});

export type ShowsPreview = z.infer<typeof showsPreviewSchema>;

/** Limited to {@link MAX_SHOWS}, because nobody can follow more. */
export const followShowsRequestSchema = z.strictObject({
  feedUrls: z.array(feedUrl).check(z.minLength(1), z.maxLength(MAX_SHOWS)),
});

export type FollowShowsRequest = z.infer<typeof followShowsRequestSchema>;

const followLineSchema = z.object({
  /** The requested address. Empty for a private feed, and for text that is no web address. */
  feedUrl: z.string(),
  /** Empty unless the person follows the show now. */
  showId: z.string(),
  outcome: z.enum(['followed', 'following', 'private', 'limit', 'daily-limit', 'failed']),
  message: z.optional(z.string()),
});

export type FollowLine = z.infer<typeof followLineSchema>;

/** One line per feed of the request, in the same order. */
export const showsFollowedSchema = z.object({ lines: z.array(followLineSchema) });

export type ShowsFollowed = z.infer<typeof showsFollowedSchema>;

/** `unfollowShow` responds with `{}` even if the show was not followed. */
export const unfollowShowRequestSchema = z.strictObject({ showId });

export type UnfollowShowRequest = z.infer<typeof unfollowShowRequestSchema>;

/** The error's `details` if a lookup is refused (code `resource-exhausted`). */
export const lookupLimitSchema = z.object({
  code: z.literal('too-many-lookups'),
  retryAfterMs: z.number().check(z.nonnegative()),
});

export type LookupLimit = z.infer<typeof lookupLimitSchema>;

const storedShowSchema = z.object({
  feedUrl: z.string(),
  title: z.string(),
  publisher: z.catch(z.optional(z.string()), undefined),
  link: z.catch(z.optional(z.string()), undefined),
  image: z.catch(z.optional(z.string()), undefined),
  isPublic: z.catch(z.optional(z.boolean()), undefined),
  followedAtMs: z.number(),
  /** Absent if the last fetch succeeded. */
  failingSinceMs: z.catch(z.optional(z.number()), undefined),
  failure: z.catch(z.optional(z.string()), undefined),
});

export type FollowedShow = z.infer<typeof storedShowSchema> & { id: string };

/** Reads `users/{uid}/shows/{showId}`, which only the server writes. */
export function readFollowedShow(id: string, stored: StoredFields): FollowedShow | null {
  const read = storedShowSchema.safeParse(withMillis(stored));
  return read.success ? { ...read.data, id } : null;
}
