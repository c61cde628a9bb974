import {
  collection,
  doc,
  type DocumentReference,
  getCountFromServer,
  getDocsFromServer,
  limit,
  orderBy,
  query,
  QueryDocumentSnapshot,
  type QuerySnapshot,
  serverTimestamp,
  startAfter,
  updateDoc,
  where,
} from 'firebase/firestore';
import { MATCHES_A_PAGE } from 'functions/contract';
import { map } from 'rxjs';
import { createLiveQuery, type LiveQuery } from '#shared/data/member/live-query.ts';
import { type MatchPage, type MemberData } from '#shared/data/member/member-data.ts';
import { newestFirst } from './documents-of.ts';
import { documentsIn, followResult } from './firestore-live-query.ts';
import { readMatchDocument } from './read-document.ts';

type Matches = Pick<
  MemberData,
  'matches' | 'readMatches' | 'countMatches' | 'noteOpened' | 'close'
>;

export function firestoreMatches(person: DocumentReference): Matches {
  const all = collection(person, 'matches');
  const sources = new Map<string, LiveQuery<MatchPage>>();

  function pageQuery(alert: string) {
    const wanted = newestFirst(all, 'foundAt');
    const ofAlert = alert === '' ? wanted : query(wanted, where('alert', '==', alert));
    return query(ofAlert, limit(MATCHES_A_PAGE));
  }

  return {
    matches(alert = '') {
      const known = sources.get(alert);
      if (known) return known;
      const source = createLiveQuery<MatchPage>(() =>
        followResult(pageQuery(alert)).pipe(map((result) => [pageIn(result)])),
      );
      sources.set(alert, source);
      return source;
    },
    async readMatches(from, alert = '') {
      // A time would not do, because matches of one transaction share theirs.
      if (from !== null && !(from instanceof QueryDocumentSnapshot))
        throw new Error('not a position of Firestore');
      const newest = pageQuery(alert);
      // Offline, the cache would answer that there are none.
      return pageIn(
        await getDocsFromServer(from === null ? newest : query(newest, startAfter(from))),
      );
    },
    async countMatches(alert, sinceMs, untilMs) {
      const found = query(
        all,
        where('alert', '==', alert),
        where('foundAt', '>=', new Date(sinceMs)),
        where('foundAt', '<', new Date(untilMs)),
        // The index of an alert's matches.
        orderBy('foundAt', 'desc'),
      );
      return (await getCountFromServer(found)).data().count;
    },
    async noteOpened(ids) {
      // Not in one batch, because one match that is gone would fail them all.
      await Promise.all(ids.map((id) => updateDoc(doc(all, id), { openedAt: serverTimestamp() })));
    },
    close() {
      for (const source of sources.values()) source.close();
    },
  };
}

/** The position is that of the last document, even if it is malformed and left out. */
function pageIn(result: QuerySnapshot): MatchPage {
  const last = result.size < MATCHES_A_PAGE ? undefined : result.docs.at(-1);
  return { matches: documentsIn(result, readMatchDocument), next: last ?? null };
}
