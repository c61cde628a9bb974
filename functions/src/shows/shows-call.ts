import { HttpsError } from 'firebase-functions/v2/https';
import type * as z from 'zod/mini';
import { sharedCatalogueReader } from '../catalogue/storage/open-catalogue.ts';
import {
  followShowsRequestSchema,
  type LookupLimit,
  LOOKUPS_A_MINUTE,
  lookUpShowRequestSchema,
  MAX_OPML_BYTES,
  MINUTE_MS,
  previewShowsRequestSchema,
  type ShowLookup,
  type ShowsFollowed,
  type ShowsPreview,
  unfollowShowRequestSchema,
} from '../contract/index.ts';
import { NO_VALIDATORS } from '../feeds/feed-model.ts';
import { fetchFeed } from '../feeds/fetch/fetch-feed.ts';
import { localHosts } from '../feeds/fetch/public-host.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { config } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { type MemberCall, memberCall } from '../platform/member-call.ts';
import { secretsOf } from '../platform/secrets.ts';
import { followShow, noteNamed, ownShows, unfollowShow as unfollow } from './firestore-shows.ts';
import { followShows as follow } from './follow-shows.ts';
import { lookUpShow as lookUp } from './look-up-show.ts';
import { previewShows as preview } from './preview-shows.ts';
import type { ShowSources } from './resolve-lead.ts';

const GUARD = { signInTo: 'follow shows' };

/** For functions that fetch feeds and read the catalogue. */
const READING = {
  memory: '1GiB', // the catalogue's copy, and feeds of 8 MB
  concurrency: 4,
  secrets: secretsOf('catalogue'),
} as const;

/** Other calls a minute: they fetch at most what a person may add in a day. */
const CALLS_A_MINUTE = 6;
/** For all that one lookup fetches; the function's own timeout is longer. */
const LOOKUP_WITHIN_MS = 40_000;

/** @param followed Ids of the shows that the person follows. */
function sources(followed: readonly string[]): ShowSources {
  const { FUNCTIONS_EMULATOR: emulated, APPLE_LOOKUP_URL, CATALOGUE_URL } = config();
  const signal = AbortSignal.timeout(LOOKUP_WITHIN_MS);
  const allowPrivate = localHosts(emulated);
  return {
    fetchPublic: (url, options = {}) =>
      fetchFeed(url, NO_VALIDATORS, { allowPrivate, signal, ...options }),
    appleLookupUrl: APPLE_LOOKUP_URL,
    catalogue: {
      showsByName: async (name, limit) =>
        (await sharedCatalogueReader(CATALOGUE_URL)).showsByName(name, limit, followed),
      showsById: async (id) => (await sharedCatalogueReader(CATALOGUE_URL)).showsById(id),
      knownShows: async (urls) =>
        (await sharedCatalogueReader(CATALOGUE_URL)).knownShows(urls, followed),
    },
    noteNamed,
    now: Date.now(),
  };
}

/** The caller's uid, counted, and the body. */
async function admitted<T>(
  { uid, data }: MemberCall,
  schema: z.ZodMiniType<T>,
  kind: 'lookup' | 'preview' | 'follow' | 'unfollow',
): Promise<{ uid: string; body: T }> {
  const body = schema.safeParse(data);
  if (!body.success) throw new HttpsError('invalid-argument', 'the body has other fields');
  const limits = {
    lookup: LOOKUPS_A_MINUTE,
    preview: CALLS_A_MINUTE,
    follow: CALLS_A_MINUTE,
    unfollow: 60,
  };
  const window = { limit: limits[kind], windowMs: MINUTE_MS };
  const [decision] = await countInFirestore(`shows ${kind} ${uid}`, [1], Date.now(), window);
  if (decision?.allowed === false) {
    const { retryAfterMs } = decision;
    const details: LookupLimit = { code: 'too-many-lookups', retryAfterMs };
    throw new HttpsError('resource-exhausted', details.code, details);
  }
  return { uid, body: body.data };
}

/**
 * Finds the show that an address, a link or a name means. Logs nothing of it, and stores only that Apple's
 * directory names a feed.
 */
export const lookUpShow = memberCall<ShowLookup>(
  { ...READING, timeoutSeconds: 60 },
  GUARD,
  async (request) => {
    const { uid, body } = await admitted(request, lookUpShowRequestSchema, 'lookup');
    const { followed } = await ownShows(uid, Date.now());
    const answer = await lookUp(body.given, sources(followed), followed);
    log('info', 'show-looked-up', {
      ...(answer.kind === 'refused' ? { refused: answer.reason } : { shows: answer.shows.length }),
    });
    return answer;
  },
);

/** What following the feeds of an OPML list would do. Fetches and stores nothing. */
export const previewShows = memberCall<ShowsPreview>(
  { memory: '512MiB', timeoutSeconds: 30, concurrency: 8 },
  GUARD,
  async (request) => {
    const { uid, body } = await admitted(request, previewShowsRequestSchema, 'preview');
    if (Buffer.byteLength(body.opml) > MAX_OPML_BYTES) {
      throw new HttpsError('invalid-argument', 'the list is too large');
    }
    const answer = preview(body.opml, await ownShows(uid, Date.now()));
    if (answer === null) throw new HttpsError('invalid-argument', 'this is no OPML list');
    log('info', 'shows-previewed', { lines: answer.lines.length });
    return answer;
  },
);

/** Follows feeds; each is read first. */
export const followShows = memberCall<ShowsFollowed>(
  { ...READING, timeoutSeconds: 60 },
  GUARD,
  async (request) => {
    const { uid, body } = await admitted(request, followShowsRequestSchema, 'follow');
    const now = Date.now();
    const store = {
      ownShows: () => ownShows(uid, now),
      followShow: (show: Parameters<typeof followShow>[1]) => followShow(uid, show, now),
    };
    const answer = await follow(body.feedUrls, store, sources([]));
    const followed = answer.lines.filter(({ outcome }) => outcome === 'followed').length;
    log('info', 'shows-followed', { asked: answer.lines.length, followed });
    return answer;
  },
);

export const unfollowShow = memberCall<Record<string, never>>(
  { memory: '512MiB', timeoutSeconds: 30, concurrency: 20 },
  GUARD,
  async (request) => {
    const { uid, body } = await admitted(request, unfollowShowRequestSchema, 'unfollow');
    log('info', 'show-unfollowed', { wasFollowed: await unfollow(uid, body.showId) });
    return {};
  },
);
