import { type Bookmark, bookmarkId } from 'functions/contract';
import {
  collection,
  type CollectionReference,
  deleteDoc,
  doc,
  type Firestore,
  orderBy,
  query,
  type QuerySnapshot,
  serverTimestamp,
  setDoc,
  writeBatch,
} from 'firebase/firestore';
import { fromRef } from 'rxfire/firestore';
import { map, type Observable, skipWhile } from 'rxjs';
import { createLiveSource } from './live-source.ts';
import type { MemberData, SavedAlert } from './member-data.ts';
import { readAlert, readBookmark, type StoredDocument } from './read-document.ts';

let signIns = 0;

/** The data of one person, for one stay: signing in again makes another. */
export function createMemberData(firestore: Firestore, uid: string): MemberData {
  signIns += 1;
  const stay = `member:${uid}:${signIns}`;
  const alerts = collection(firestore, 'users', uid, 'alerts');
  const bookmarks = collection(firestore, 'users', uid, 'bookmarks');
  const liveAlerts = createLiveSource<SavedAlert>(`${stay}:alerts`, () =>
    newestFirst(alerts, readAlert),
  );
  const liveBookmarks = createLiveSource<Bookmark>(`${stay}:bookmarks`, () =>
    newestFirst(bookmarks, readBookmark),
  );

  return {
    alerts: liveAlerts,
    bookmarks: liveBookmarks,
    addAlerts(keywords) {
      const batch = writeBatch(firestore);
      for (const keyword of keywords) {
        batch.set(doc(alerts), { keyword: keyword.trim(), createdAt: serverTimestamp() });
      }
      return batch.commit();
    },
    deleteAlert: (id) => deleteDoc(doc(alerts, id)),
    async addBookmark(bookmark) {
      const id = await bookmarkId(bookmark.episodeId);
      await setDoc(doc(bookmarks, id), { ...bookmark, createdAt: serverTimestamp() });
    },
    removeBookmark: (id) => deleteDoc(doc(bookmarks, id)),
    close() {
      liveAlerts.close();
      liveBookmarks.close();
    },
  };
}

/** Follows a collection; documents that `read` makes nothing of are passed over. */
function newestFirst<T>(
  from: CollectionReference,
  read: (document: StoredDocument) => T | null,
): Observable<T[]> {
  const ordered = query(from, orderBy('createdAt', 'desc'));
  // Metadata changes tell when a pending document has arrived, and that an empty list is the truth.
  return fromRef(ordered, { includeMetadataChanges: true }).pipe(
    skipWhile(saysNothing),
    map((snapshot) => stored(snapshot).flatMap((document) => read(document) ?? [])),
  );
}

/** Without a connection an empty cache says nothing about what is stored. */
function saysNothing({ empty, metadata }: QuerySnapshot): boolean {
  return empty && metadata.fromCache;
}

function stored(snapshot: QuerySnapshot): StoredDocument[] {
  return snapshot.docs.map((document) => ({
    id: document.id,
    fields: document.data({ serverTimestamps: 'estimate' }),
    pending: document.metadata.hasPendingWrites,
  }));
}
