import {
  collection,
  doc,
  type DocumentReference,
  limit,
  orderBy,
  query,
  where,
} from 'firebase/firestore';
import { MAIL, readLastMatches, readPendingAlerts } from 'functions/contract';
import { combineLatest, map, type Observable } from 'rxjs';
import type { Pending } from '#shared/data/member/member-data.ts';
import { followDocument, followQuery } from './firestore-live-query.ts';

/** Matches that are read, each a document. If there may be more, their numbers are shown with a plus. */
const MAX_READ = 100;

/** Returns a list with one item. */
export function followPending(person: DocumentReference): Observable<Pending[]> {
  const waiting = query(
    collection(person, 'matches'),
    where('waiting', 'array-contains', MAIL),
    orderBy('foundAt', 'desc'),
    limit(MAX_READ),
  );
  const mails = doc(person, 'ledger', 'pending');
  return combineLatest([
    followQuery(waiting, ({ fields }) => fields),
    followDocument(mails, ({ fields }) => readLastMatches(fields)),
  ]).pipe(
    map(([matches, [last = {}]]) => [
      { alerts: readPendingAlerts(matches, matches.length < MAX_READ), last },
    ]),
  );
}
