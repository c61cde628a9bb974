import {
  FieldPath,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import {
  type ActiveAlert,
  type PersonPreferences,
  readActiveAlert,
  readPreferences,
  SELECTED_OF_ALERT,
  SELECTED_OF_PERSON,
} from '../alert-record.ts';
import type { StoredFields } from '../../contract/index.ts';
import { mayUndoPause, readPause } from '../../delivery/links/link-rules.ts';
import type { UidRange } from './shard-layout.ts';

export interface Operations {
  reads: number;
  writes: number;
}

interface PersonEntry {
  uid: string;
  preferences: PersonPreferences;
}

export interface Changes {
  alerts: ActiveAlert[];
  people: PersonEntry[];
}

/**
 * Alerts that are neither deleted nor paused for good, and preferences. Includes alerts whose pause by a link may still be
 * undone: what is found meanwhile waits. Each document read is billed.
 */
export interface AlertSource {
  /** Changes since a server time (inclusive, epoch milliseconds). Null if there are too many for memory. */
  changedSince(sinceMs: number): Promise<Changes | null>;
  everythingIn(range: UidRange): AsyncIterable<Changes>;
}

/** Max documents per request, because Firestore aborts streams after a minute (nodejs-firestore #1839). */
const PAGE_SIZE = 5000;
/** Max changed documents that are read into memory. Each takes a few kB. */
const MAX_CHANGED = 4 * PAGE_SIZE;
/** Sorts before every document id. */
const FIRST_ID = '!';

export function firestoreAlertSource(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): AlertSource {
  const alerts = firestore.collectionGroup('alerts').select(...SELECTED_OF_ALERT);
  const people = firestore.collection('users').select(...SELECTED_OF_PERSON);

  async function* pagesOf(query: Query): AsyncGenerator<QueryDocumentSnapshot[]> {
    let page = await query.limit(PAGE_SIZE).get();
    for (;;) {
      operations.reads += Math.max(1, page.size);
      if (page.size > 0) yield page.docs;
      const last = page.docs.at(-1);
      if (last === undefined || page.size < PAGE_SIZE) return;
      page = await query.startAfter(last).limit(PAGE_SIZE).get();
    }
  }

  async function allOf(query: Query): Promise<QueryDocumentSnapshot[] | null> {
    const documents: QueryDocumentSnapshot[] = [];
    for await (const page of pagesOf(query)) {
      documents.push(...page);
      if (documents.length > MAX_CHANGED) return null;
    }
    return documents;
  }

  return {
    async changedSince(sinceMs) {
      const since = Timestamp.fromMillis(Math.max(0, Math.floor(sinceMs)));
      const changedBy = (documents: Query, field: string) =>
        allOf(documents.where(field, '>=', since).orderBy(field));
      const [created, resumed, changed, ...ofPeople] = await Promise.all([
        changedBy(alerts, 'createdAt'),
        changedBy(alerts, 'resumedAt'),
        changedBy(alerts, 'changedAt'),
        changedBy(people, 'updatedAt'),
        changedBy(people, 'unmailedAt'),
        changedBy(people, 'showsChangedAt'),
        changedBy(people, 'channelsChangedAt'),
      ]);
      const found = [created, resumed, changed].filter((list) => list !== null);
      const foundPeople = ofPeople.filter((list) => list !== null);
      if (found.length < 3 || foundPeople.length < ofPeople.length) return null;
      return {
        alerts: found.flat().flatMap(matchedAlerts),
        people: foundPeople.flat().map(personEntry),
      };
    },

    async *everythingIn(range) {
      const byName = FieldPath.documentId();
      for await (const page of pagesOf(within(people.orderBy(byName), range, (uid) => uid))) {
        yield { alerts: [], people: page.map(personEntry) };
      }
      const pathOf = (uid: string) => firestore.doc(`users/${uid}/alerts/${FIRST_ID}`);
      for await (const page of pagesOf(within(alerts.orderBy(byName), range, pathOf))) {
        yield { alerts: page.flatMap(matchedAlerts), people: [] };
      }
    },
  };
}

function within(ordered: Query, { from, before }: UidRange, at: (uid: string) => unknown): Query {
  const begun = from === '' ? ordered : ordered.startAt(at(from));
  return before === null ? begun : begun.endBefore(at(before));
}

function matchedAlerts(document: QueryDocumentSnapshot): ActiveAlert[] {
  const owner = document.ref.parent.parent;
  const alert = owner && readMatchedAlert(owner.id, document.id, document.data(), Date.now());
  return alert === null ? [] : [alert];
}

/**
 * Null if the alert is paused for good or the document is invalid. An alert that resumes by itself is matched with what
 * is found after its pause, so no run needs to notice the end.
 */
export function readMatchedAlert(
  uid: string,
  documentId: string,
  fields: StoredFields,
  nowMs: number,
): ActiveAlert | null {
  const isUndoable = mayUndoPause(readPause(fields, nowMs), nowMs);
  const matched = isUndoable ? { ...fields, paused: false } : fields;
  return readActiveAlert(uid, documentId, matched, Infinity);
}

function personEntry(document: QueryDocumentSnapshot): PersonEntry {
  return { uid: document.id, preferences: readPreferences(document.data()) };
}
