import { hash } from 'node:crypto';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod';
import { DAY_MS, MAX_SHOWS, MAX_SHOWS_A_DAY, SHOW_KEPT_DAYS } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { countCalls } from '../platform/clients/count-call.ts';
import { database } from '../platform/firebase-admin.ts';
import { personTransaction } from '../platform/person-transaction.ts';

export interface Show {
  feedUrl: string;
  title: string;
  publisher?: string;
  link?: string;
  image?: string;
  isPublic?: true;
}

export interface OwnShows {
  /** Ids of documents in `users/{uid}/shows`. */
  followed: readonly string[];
  /** How many more shows the person can follow today. */
  room: number;
}

const EXPIRES_AFTER_MS = SHOW_KEPT_DAYS * DAY_MS;

const personSchema = z.object({
  followedShows: z.array(z.string()).catch([]),
  /** When shows were added in the last day, epoch ms. */
  showsAddedAtMs: z.array(z.number()).catch([]),
});

/** Enough to tell followers of a show apart: a show with more is counted to one of the first. */
const MAX_SHARERS = 50;

/** Identifies a follower in the show's common document and in the catalogue, without their uid. */
function sharerOf(uid: string): string {
  return hash('sha256', `follower ${uid}`).slice(0, 16);
}

function added(earlier: readonly number[], now: number, wanted: readonly number[] = []) {
  return countCalls(earlier, wanted, now, { limit: MAX_SHOWS_A_DAY, windowMs: DAY_MS });
}

export async function ownShows(uid: string, now: number): Promise<OwnShows> {
  const person = await (await database()).doc(`users/${uid}`).get();
  const { followedShows, showsAddedAtMs } = personSchema.parse(person.data() ?? {});
  const { taken } = added(showsAddedAtMs, now);
  const room = Math.min(MAX_SHOWS - followedShows.length, MAX_SHOWS_A_DAY - taken.length);
  return { followed: followedShows, room: Math.max(0, room) };
}

export async function followedShows(uid: string): Promise<readonly string[]> {
  return (await ownShows(uid, 0)).followed;
}

export type Followed = 'followed' | 'following' | 'limit' | 'daily-limit';

/** Also updates the show's number of followers, in the same transaction. Idempotent. */
export async function followShow(uid: string, show: Show, now: number): Promise<Followed> {
  const firestore = await database();
  const { person, own, common } = documentsOf(firestore, uid, showIdOf(show.feedUrl));
  return personTransaction(firestore, uid, async (transaction) => {
    const [before, ownBefore, commonBefore] = await transaction.getAll(person, own, common);
    const { followedShows, showsAddedAtMs } = personSchema.parse(before?.data() ?? {});
    if (ownBefore?.exists === true && followedShows.includes(own.id)) return 'following';
    if (followedShows.length >= MAX_SHOWS) return 'limit';
    const { decisions, taken } = added(showsAddedAtMs, now, [1]);
    if (decisions[0]?.allowed !== true) return 'daily-limit';
    transaction.set(
      person,
      {
        followedShows: [...new Set([...followedShows, own.id])],
        showsAddedAtMs: taken,
        showsChangedAt: FieldValue.serverTimestamp(),
      },
      { merge: true },
    );
    transaction.set(own, {
      ...show,
      ...(isNamed(commonBefore) && { isPublic: true }),
      followedAt: FieldValue.serverTimestamp(),
      // Copy a current failure of the feed, so that the new follower sees it.
      ...failureOf(commonBefore),
    });
    transaction.set(
      common,
      {
        feedUrl: show.feedUrl,
        title: show.title,
        ...(show.isPublic && { isPublic: true }),
        followers: followersOf(commonBefore) + (ownBefore?.exists === true ? 0 : 1),
        ...(sharersOf(commonBefore).length < MAX_SHARERS && {
          sharers: FieldValue.arrayUnion(sharerOf(uid)),
        }),
        changedAt: FieldValue.serverTimestamp(),
        expireAt: FieldValue.delete(),
      },
      { merge: true },
    );
    return 'followed';
  });
}

/** Returns false if the show was not followed. Idempotent. */
export async function unfollowShow(uid: string, showId: string): Promise<boolean> {
  const firestore = await database();
  const { person, own, common } = documentsOf(firestore, uid, showId);
  return personTransaction(firestore, uid, async (transaction) => {
    const [before, ownBefore, commonBefore] = await transaction.getAll(person, own, common);
    const { followedShows } = personSchema.parse(before?.data() ?? {});
    if (followedShows.includes(showId)) {
      transaction.update(person, {
        followedShows: FieldValue.arrayRemove(showId),
        showsChangedAt: FieldValue.serverTimestamp(),
      });
    }
    if (ownBefore?.exists !== true) return false;
    transaction.delete(own);
    const followers = Math.max(0, followersOf(commonBefore) - 1);
    if (commonBefore?.exists === true) {
      transaction.update(common, {
        followers,
        sharers: FieldValue.arrayRemove(sharerOf(uid)),
        changedAt: FieldValue.serverTimestamp(),
        ...(followers === 0 && { expireAt: Timestamp.fromMillis(Date.now() + EXPIRES_AFTER_MS) }),
      });
    }
    return true;
  });
}

export async function unfollowAll(uid: string): Promise<number> {
  const own = await (await database()).collection(`users/${uid}/shows`).select().get();
  let count = 0;
  for (const { id } of own.docs) if (await unfollowShow(uid, id)) count += 1;
  return count;
}

function documentsOf(firestore: Firestore, uid: string, showId: string) {
  const person = firestore.doc(`users/${uid}`);
  const own: DocumentReference = person.collection('shows').doc(showId);
  return { person, own, common: firestore.collection('shows').doc(showId) };
}

/**
 * Records that Apple lists the show, so everybody can find it after the next refresh. Stores nothing about the person.
 */
export async function noteNamed({ feedUrl, title }: Show): Promise<void> {
  const firestore = await database();
  const common = firestore.collection('shows').doc(showIdOf(feedUrl));
  await firestore.runTransaction(async (transaction) => {
    const before = await transaction.get(common);
    if (before.get('byApple') === true) return;
    transaction.set(
      common,
      {
        feedUrl,
        title,
        byApple: true,
        ...(followersOf(before) > 0
          ? { changedAt: FieldValue.serverTimestamp() }
          : { followers: 0, expireAt: Timestamp.fromMillis(Date.now() + EXPIRES_AFTER_MS) }),
      },
      { merge: true },
    );
  });
}

function isNamed(show: DocumentSnapshot | undefined): boolean {
  return show?.get('byApple') === true || show?.get('isPublic') === true;
}

function failureOf(show: DocumentSnapshot | undefined): Record<string, unknown> {
  const { failure, failingSince }: Record<string, unknown> = show?.data() ?? {};
  return failure === undefined ? {} : { failure, failingSince };
}

function followersOf(show: DocumentSnapshot | undefined): number {
  return z.number().int().nonnegative().catch(0).parse(show?.get('followers'));
}

function sharersOf(show: DocumentSnapshot | undefined): string[] {
  return z.array(z.string()).catch([]).parse(show?.get('sharers'));
}
