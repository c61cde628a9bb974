import { createHash } from 'node:crypto';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import pLimit from 'p-limit';
import { DAY_MS, MAIL_EVENT_KEPT_DAYS } from '../../contract/index.ts';
import { suppressionPath } from '../../delivery/mail/suppressions.ts';
import { accounts, database } from '../../platform/firebase-admin.ts';
import { settleReport } from '../outbox/deliver-digest.ts';
import { firestoreOutbox } from '../outbox/firestore-outbox.ts';
import type { MailEventStore } from './record-mail-events.ts';
import type { ReportedDigests } from './settle-reports.ts';

/** Exceeds the maximum age of a signed report. */
const REMEMBERED_FOR_MS = MAIL_EVENT_KEPT_DAYS * DAY_MS;

const ALREADY_EXISTS = 6;

const DOCUMENTS_A_READ = 500;
/** Limit of Auth's `getUsers`. */
const ACCOUNTS_A_READ = 100;
const READS_AT_ONCE = 4;

export const firebaseMailEventStore: MailEventStore = {
  async digestOwners(digestIds) {
    const firestore = await database();
    const digests = await readAll(firestore, digestIds, (id) => `digests/${id}`, ['uid']);
    return new Map(digests.map((digest): [string, unknown] => [digest.id, digest.get('uid')]));
  },

  async recorded(eventIds) {
    const idOf = new Map(eventIds.map((id) => [documentId(id), id]));
    const path = (id: string) => `mailEvents/${id}`;
    const found = await readAll(await database(), [...idOf.keys()], path, ['reason']);
    return new Set(found.map(({ id }) => idOf.get(id) ?? ''));
  },

  async theirs(events) {
    const uids = [...new Set(events.map(({ uid }) => uid))];
    const answers = await inParts(uids, ACCOUNTS_A_READ, (some) =>
      accounts().getUsers(some.map((uid) => ({ uid }))),
    );
    const emails = new Map(
      answers.flatMap(({ users }) => users.map((user) => [user.uid, user.email])),
    );
    const isTheirs = (uid: string, email: string) => {
      const current = emails.get(uid);
      return current !== undefined && suppressionPath(current) === suppressionPath(email);
    };
    return new Set(events.filter(({ uid, email }) => isTheirs(uid, email)).map(({ id }) => id));
  },

  async write(events, now) {
    const firestore = await database();
    const batch = firestore.batch();
    const expireAt = new Date(now + REMEMBERED_FOR_MS);
    const suppressions = new Map<string, object>();
    const people = new Map<string, object>();
    for (const { id, email, uid, reason, atMs, isTheirs } of events) {
      const suppression = { reason, at: new Date(atMs) };
      batch.create(firestore.doc(`mailEvents/${documentId(id)}`), { reason, expireAt });
      suppressions.set(suppressionPath(email), suppression);
      if (isTheirs) people.set(`users/${uid}`, { suppression });
    }
    for (const [path, fields] of suppressions) batch.set(firestore.doc(path), fields);
    for (const [path, fields] of people) batch.set(firestore.doc(path), fields, { merge: true });
    try {
      await batch.commit();
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS) return false;
      throw error;
    }
  },
};

export const firebaseReportedDigests: ReportedDigests = {
  async find(digestIds) {
    const path = (id: string) => `digests/${id}`;
    const digests = await readAll(await database(), digestIds, path, ['uid', 'state']);
    return new Map(
      digests.map((digest): [string, { uid: unknown; state: unknown }] => [
        digest.id,
        { uid: digest.get('uid'), state: digest.get('state') },
      ]),
    );
  },
  async settle(digestId, report) {
    const store = firestoreOutbox(await database());
    return settleReport({ store, now: Date.now }, digestId, report);
  },
};

function documentId(eventId: string): string {
  return createHash('sha256').update(eventId).digest('hex');
}

async function readAll(
  firestore: Firestore,
  ids: readonly string[],
  path: (id: string) => string,
  fields: string[],
): Promise<DocumentSnapshot[]> {
  const parts = await inParts(ids, DOCUMENTS_A_READ, (some) =>
    firestore.getAll(...some.map((id) => firestore.doc(path(id))), { fieldMask: fields }),
  );
  return parts.flat().filter(({ exists }) => exists);
}

function inParts<T, Answer>(
  all: readonly T[],
  size: number,
  ask: (some: T[]) => Promise<Answer>,
): Promise<Answer[]> {
  const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
  return pLimit(READS_AT_ONCE).map(parts, ask);
}
