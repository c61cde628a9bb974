import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod';
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

/** A person whose alert names a show. */
interface NamingPerson {
  person: string;
  /** In lower case. */
  title: string;
}

export interface FollowedShows {
  /** Returns changes since `sinceMs` (epoch milliseconds; null for all), oldest first. */
  changedSince: (sinceMs: number | null) => Promise<FollowedFeed[]>;
  awaited: () => Promise<NamingPerson[]>;
  /** The failure sentences that followers currently see, by URL of the feed. */
  failures: () => Promise<Map<string, string>>;
  /** Shows all followers why a feed cannot be read. Null removes the sentence. */
  setFailure: (feedUrl: string, failure: string | null) => Promise<void>;
  /** Shows all followers whether people who do not follow the show can find it. */
  setPublic: (feedUrl: string, isPublic: boolean) => Promise<void>;
}

/** Each read overlaps the previous one, because clocks of Firestore's servers differ slightly. */
const OVERLAP_MS = MINUTE_MS;
/** Max changes per refresh. The next refresh reads the rest. */
const MAX_CHANGES = 20_000;
const PAGE_SIZE = 500;
/** The refresh stops waiting for Firestore after this time and continues. */
const TIMEOUT_MS = 60_000;

/** Returns the number of new changes; 0 on failure or timeout. */
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
    const titles = new Set(awaited.map(({ title }) => title));
    await catalogue.write(() => awaitShows([...titles], now));
    return changed.filter(({ changedAtMs }) => changedAtMs > (sinceMs ?? 0)).length;
  });
}

export async function updateFollowers(
  catalogue: WritableCatalogue,
  shows: FollowedShows,
): Promise<void> {
  await unlessAway(undefined, async () => {
    const [failing, shown] = await Promise.all([catalogue.read(failingFeeds), shows.failures()]);
    const sentences = new Map(failing.map(({ url, code }) => [url, failureSentence(code)]));
    for (const [url, sentence] of sentences) {
      if (shown.get(url) !== sentence) await shows.setFailure(url, sentence);
    }
    for (const url of shown.keys()) if (!sentences.has(url)) await shows.setFailure(url, null);
    for (const show of await catalogue.read(untoldShows)) {
      await shows.setPublic(show.url, show.isPublic);
      await catalogue.write(() => recordTold(show));
    }
  });
}

async function unlessAway<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(TIMEOUT_MS, work);
  } catch (error) {
    // Errors of the catalogue are logged here, too. They recur in the refresh, which handles them.
    log('warn', 'followed-shows-away', { reason: error instanceof Error ? error.name : 'unknown' });
    return otherwise;
  }
}

/** Version 1.1 stored titles only. */
const namingPeople = z
  .array(
    z.union([
      z.object({ person: z.string(), title: z.string() }),
      z.string().transform((title) => ({ person: '', title })),
    ]),
  )
  .catch([]);

const shows = async () => (await database()).collection('shows');

export const firestoreFollowedShows: FollowedShows = {
  async changedSince(sinceMs) {
    const since = Timestamp.fromMillis(Math.max(0, (sinceMs ?? 0) - OVERLAP_MS));
    const changed: FollowedFeed[] = [];
    const query = (await shows())
      .where('changedAt', '>=', since)
      .orderBy('changedAt')
      .select('feedUrl', 'title', 'followers', 'changedAt', 'byApple', 'sharers');
    for await (const document of inPages(query)) {
      const { feedUrl, title, followers, changedAt, byApple, sharers } = document.data();
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
        sharers: z.array(z.string()).catch([]).parse(sharers),
      });
      if (changed.length >= MAX_CHANGES) break;
    }
    return changed;
  },

  async awaited() {
    // Reads shards that ran within a day, because older documents come from earlier shard layouts.
    const query = (await database())
      .collection('system')
      .where('startedAt', '>=', Timestamp.fromMillis(Date.now() - DAY_MS))
      .orderBy('startedAt')
      .select('awaited');
    const naming: NamingPerson[] = [];
    for await (const shard of inPages(query))
      naming.push(...namingPeople.parse(shard.get('awaited')));
    return naming;
  },

  async failures() {
    const query = (await shows())
      .where('failingSince', '>', Timestamp.fromMillis(0))
      .orderBy('failingSince')
      .select('feedUrl', 'failure');
    const shown = new Map<string, string>();
    for await (const document of inPages(query)) {
      shown.set(String(document.get('feedUrl')), String(document.get('failure')));
    }
    return shown;
  },

  async setFailure(feedUrl, failure) {
    const at = Timestamp.now();
    const fields =
      failure === null
        ? { failure: FieldValue.delete(), failingSince: FieldValue.delete() }
        : { failure, failingSince: at };
    await updateAll(feedUrl, (document) => (document.get('failure') ?? null) !== failure, fields);
  },

  async setPublic(feedUrl, isPublic) {
    const show = await (await shows()).doc(showIdOf(feedUrl)).get();
    const isStale = (document: DocumentSnapshot) =>
      (document.get('isPublic') === true) !== isPublic;
    // Without a field, a show counts as not public, so a new show that is not public needs no update.
    if (!isStale(show) && !isPublic) return;
    await updateAll(feedUrl, isStale, { isPublic: isPublic ? true : FieldValue.delete() });
  },
};

type Fields = Record<string, string | boolean | Timestamp | FieldValue>;
type IsStale = (document: DocumentSnapshot) => boolean;

async function updateAll(feedUrl: string, isStale: IsStale, fields: Fields): Promise<void> {
  await updateEach(feedUrl, isStale, fields);
  await write([(await shows()).doc(showIdOf(feedUrl))], fields);
  // Repeated for people who followed in between, because their documents have the show's old state.
  await updateEach(feedUrl, isStale, fields);
}

async function updateEach(feedUrl: string, isStale: IsStale, fields: Fields): Promise<void> {
  const query = (await database()).collectionGroup('shows').where('feedUrl', '==', feedUrl);
  const stale: DocumentReference[] = [];
  for await (const document of inPages(query.orderBy('__name__').select('failure', 'isPublic'))) {
    // Also finds the shows' own documents, because the collections share a name. They have no parent
    // document.
    const isPersons = document.ref.parent.parent !== null;
    if (isPersons && isStale(document)) stale.push(document.ref);
  }
  await write(stale, fields);
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

/** NOT_FOUND in gRPC: the person has unfollowed meanwhile. */
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
