import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import { DAY_MS, epochMs, MINUTE_MS } from '../contract/index.ts';
import { failureSentence } from '../feeds/failure-sentence.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { database } from '../platform/firebase-admin.ts';
import { log } from '../platform/log.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import {
  awaitShows,
  failingFeeds,
  type FollowedFeed,
  followedUntil,
  followFeeds,
  recordTold,
  untoldShows,
} from '../catalogue/queue/followed-feeds.ts';
import { hostOf } from './feed-list.ts';

/** Access to the shows that people follow, and to the documents of their followers. */
export interface FollowedShows {
  /** Shows whose followers have changed since a time (epoch milliseconds), or all; the oldest change first. */
  changedSince: (sinceMs: number | null) => Promise<FollowedFeed[]>;
  /** Titles of shows that alerts name, in lower case. */
  awaited: () => Promise<string[]>;
  /** The sentences about failing feeds that followers read now, by address of the feed. */
  failures: () => Promise<Map<string, string>>;
  /** Tells all followers why a feed cannot be read; null tells them that it can be read again. */
  tell: (feedUrl: string, failure: string | null) => Promise<void>;
  /** Tells all followers whether people who do not follow a show find it, too. */
  tellPublic: (feedUrl: string, isPublic: boolean) => Promise<void>;
}

/**
 * Each reading repeats this much of the previous one, because clocks of the store's servers differ a little.
 */
const OVERLAP_MS = MINUTE_MS;
/** Limit of changes per refresh; the next refresh reads the rest. */
const MOST_CHANGES = 20_000;
const PAGE_SIZE = 500;
/** Timeout for the store of followers, milliseconds; a refresh continues without it. */
const WITHIN_MS = 60_000;

/**
 * Stores in the catalogue how many people follow each changed show, and which shows alerts name; returns how
 * many changes were new. 0 if that fails or takes too long.
 */
export async function readFollowed(
  catalogue: WritableCatalogue,
  shows: FollowedShows,
  now: number,
): Promise<number> {
  return unlessAway(0, async () => {
    const sinceMs = await catalogue.read(followedUntil);
    const changed = await shows.changedSince(sinceMs);
    await catalogue.write(() => followFeeds(changed, now));
    const awaited = await shows.awaited();
    await catalogue.write(() => awaitShows(awaited, now));
    return changed.filter(({ changedAtMs }) => changedAtMs > (sinceMs ?? 0)).length;
  });
}

/**
 * Tells followers which feeds fail, which work again, and which shows other people find; only what they have
 * not been told.
 */
export async function tellFollowers(
  catalogue: WritableCatalogue,
  shows: FollowedShows,
): Promise<void> {
  await unlessAway(undefined, async () => {
    const [failing, told] = await Promise.all([catalogue.read(failingFeeds), shows.failures()]);
    const sentences = new Map(failing.map(({ url, code }) => [url, failureSentence(code)]));
    for (const [url, sentence] of sentences) {
      if (told.get(url) !== sentence) await shows.tell(url, sentence);
    }
    for (const url of told.keys()) if (!sentences.has(url)) await shows.tell(url, null);
    for (const show of await catalogue.read(untoldShows)) {
      await shows.tellPublic(show.url, show.isPublic);
      await catalogue.write(() => recordTold(show));
    }
  });
}

async function unlessAway<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(WITHIN_MS, work);
  } catch (error) {
    // Errors of the catalogue are logged here, too; the refresh meets them again and handles them.
    log('warn', 'followed-shows-away', { reason: error instanceof Error ? error.name : 'unknown' });
    return otherwise;
  }
}

const shows = async () => (await database()).collection('shows');

export const firestoreFollowedShows: FollowedShows = {
  async changedSince(sinceMs) {
    const since = Timestamp.fromMillis(Math.max(0, (sinceMs ?? 0) - OVERLAP_MS));
    const changed: FollowedFeed[] = [];
    const query = (await shows())
      .where('changedAt', '>=', since)
      .orderBy('changedAt')
      .select('feedUrl', 'title', 'followers', 'changedAt', 'byApple');
    for await (const document of inPages(query)) {
      const { feedUrl, title, followers, changedAt, byApple } = document.data();
      const changedAtMs = epochMs(changedAt);
      if (typeof feedUrl !== 'string' || !URL.canParse(feedUrl) || changedAtMs === undefined)
        continue;
      changed.push({
        url: feedUrl,
        host: hostOf({ url: feedUrl }),
        title: String(title),
        changedAtMs,
        followers: Math.max(0, Number(followers)),
        isNamed: byApple === true,
      });
      if (changed.length >= MOST_CHANGES) break;
    }
    return changed;
  },

  async awaited() {
    // Documents of shards that have run within a day; older documents stem from earlier layouts of shards.
    const query = (await database())
      .collection('system')
      .where('startedAt', '>=', Timestamp.fromMillis(Date.now() - DAY_MS))
      .orderBy('startedAt')
      .select('awaited');
    const titles = new Set<string>();
    for await (const shard of inPages(query)) {
      const awaited: unknown = shard.get('awaited');
      if (Array.isArray(awaited)) for (const title of awaited) titles.add(String(title));
    }
    return [...titles];
  },

  async failures() {
    const query = (await shows())
      .where('failingSince', '>', Timestamp.fromMillis(0))
      .orderBy('failingSince')
      .select('feedUrl', 'failure');
    const told = new Map<string, string>();
    for await (const document of inPages(query)) {
      told.set(String(document.get('feedUrl')), String(document.get('failure')));
    }
    return told;
  },

  async tell(feedUrl, failure) {
    const at = Timestamp.now();
    const fields =
      failure === null
        ? { failure: FieldValue.delete(), failingSince: FieldValue.delete() }
        : { failure, failingSince: at };
    await tellAll(feedUrl, (told) => (told.get('failure') ?? null) !== failure, fields);
  },

  async tellPublic(feedUrl, isPublic) {
    const show = await (await shows()).doc(showIdOf(feedUrl)).get();
    const isNews = (told: DocumentSnapshot) => (told.get('isPublic') === true) !== isPublic;
    // A show that is listed only because people follow it counts as not public until they are told otherwise.
    if (!isNews(show) && !isPublic) return;
    await tellAll(feedUrl, isNews, { isPublic: isPublic ? true : FieldValue.delete() });
  },
};

type Fields = Record<string, string | boolean | Timestamp | FieldValue>;
type IsNews = (document: DocumentSnapshot) => boolean;

async function tellAll(feedUrl: string, isNews: IsNews, fields: Fields): Promise<void> {
  await tellEach(feedUrl, isNews, fields);
  await write([(await shows()).doc(showIdOf(feedUrl))], fields);
  // Repeated for people who followed between the two writes: their documents have the show's old state.
  await tellEach(feedUrl, isNews, fields);
}

async function tellEach(feedUrl: string, isNews: IsNews, fields: Fields): Promise<void> {
  const query = (await database()).collectionGroup('shows').where('feedUrl', '==', feedUrl);
  const untold: DocumentReference[] = [];
  for await (const document of inPages(query.orderBy('__name__').select('failure', 'isPublic'))) {
    // The collection of the shows' own documents has the same name; those documents have no parent document.
    const isPersons = document.ref.parent.parent !== null;
    if (isPersons && isNews(document)) untold.push(document.ref);
  }
  await write(untold, fields);
}

async function write(documents: readonly DocumentReference[], fields: Fields): Promise<void> {
  const writer = (await database()).bulkWriter();
  const written = documents.map((document) =>
    writer.update(document, fields).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    }),
  );
  await Promise.all([writer.close(), ...written]);
}

/** gRPC's NOT_FOUND: the person has unfollowed in the meantime. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 5;
}

async function* inPages(query: Query): AsyncGenerator<QueryDocumentSnapshot> {
  const limited = query.limit(PAGE_SIZE);
  let page = await limited.get();
  while (page.docs.length > 0) {
    yield* page.docs;
    const last = page.docs.at(-1);
    if (last === undefined || page.docs.length < PAGE_SIZE) return;
    page = await limited.startAfter(last).get();
  }
}
