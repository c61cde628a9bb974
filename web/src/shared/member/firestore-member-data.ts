import { type Bookmark, bookmarkId, type Delivery } from 'functions/contract';
import {
  collection,
  type CollectionReference,
  deleteDoc,
  doc,
  type Firestore,
  limit,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  updateDoc,
  writeBatch,
} from 'firebase/firestore';
import { followDocument, followQuery } from './follow-stored.ts';
import { createLiveSource, type LiveSource } from './live-source.ts';
import type { MemberData, Person, SavedAlert } from './member-data.ts';
import { readAlert, readBookmark, readDelivery, readPerson } from './read-document.ts';
import { storeFirstPreferences } from './store-first-preferences.ts';

let signIns = 0;

/** The data of one person, for one stay: signing in again makes another. */
export function createMemberData(firestore: Firestore, uid: string): MemberData {
  signIns += 1;
  const stay = `member:${uid}:${signIns}`;
  const person = doc(firestore, 'users', uid);
  const alerts = collection(person, 'alerts');
  const bookmarks = collection(person, 'bookmarks');
  const livePerson = createLiveSource<Person>(`${stay}:person`, () =>
    followDocument(person, readPerson),
  );
  const liveAlerts = createLiveSource<SavedAlert>(`${stay}:alerts`, () =>
    followQuery(newestFirst(alerts, 'createdAt'), readAlert),
  );
  const liveBookmarks = createLiveSource<Bookmark>(`${stay}:bookmarks`, () =>
    followQuery(newestFirst(bookmarks, 'createdAt'), readBookmark),
  );
  const liveDeliveries = new Map<number, LiveSource<Delivery>>();

  function deliveries(atMost: number): LiveSource<Delivery> {
    const known = liveDeliveries.get(atMost);
    if (known) return known;
    const newest = query(newestFirst(collection(person, 'deliveries'), 'at'), limit(atMost));
    const source = createLiveSource<Delivery>(`${stay}:deliveries:${atMost}`, () =>
      followQuery(newest, readDelivery),
    );
    liveDeliveries.set(atMost, source);
    return source;
  }

  return {
    person: livePerson,
    alerts: liveAlerts,
    bookmarks: liveBookmarks,
    deliveries,
    savePreferences: (preferences) =>
      setDoc(person, { ...preferences, updatedAt: serverTimestamp() }, { merge: true }),
    async addAlerts(keywords) {
      const batch = writeBatch(firestore);
      for (const keyword of keywords) {
        batch.set(doc(alerts), { keyword: keyword.trim(), createdAt: serverTimestamp() });
      }
      await batch.commit();
      // Who goes away or offline meanwhile has the alerts; the next ones try again.
      storeFirstPreferences(person).catch(() => undefined);
    },
    deleteAlert: (id) => deleteDoc(doc(alerts, id)),
    pauseAlert: (id) => updateDoc(doc(alerts, id), { paused: true }),
    resumeAlert: (id) =>
      updateDoc(doc(alerts, id), { paused: false, resumedAt: serverTimestamp() }),
    async addBookmark(bookmark) {
      const id = await bookmarkId(bookmark.episodeId);
      await setDoc(doc(bookmarks, id), { ...bookmark, createdAt: serverTimestamp() });
    },
    removeBookmark: (id) => deleteDoc(doc(bookmarks, id)),
    close() {
      for (const source of [livePerson, liveAlerts, liveBookmarks, ...liveDeliveries.values()]) {
        source.close();
      }
    },
  };
}

function newestFirst(from: CollectionReference, field: 'createdAt' | 'at') {
  return query(from, orderBy(field, 'desc'));
}
