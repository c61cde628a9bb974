import {
  type CollectionReference,
  getDocsFromServer,
  orderBy,
  query,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore';
import { fromRef } from 'rxfire/firestore';
import { firstValueFrom } from 'rxjs';
import type { Taken } from './create-in-slots.ts';

export function documentsOf(list: CollectionReference) {
  return {
    known: () => knownDocuments(newestFirst(list, 'createdAt')),
    stored: () => storedDocuments(list),
  };
}

export function newestFirst(
  from: CollectionReference,
  field: 'createdAt' | 'followedAt' | 'foundAt' | 'at',
) {
  return query(from, orderBy(field, 'desc'));
}

/** Reads the query's live list if there is one, else the server or, offline, the cache. Includes pending writes. */
async function knownDocuments(query: Query): Promise<Taken> {
  return byId(await firstValueFrom(fromRef(query, { includeMetadataChanges: true })));
}

async function storedDocuments(query: Query): Promise<Taken> {
  return byId(await getDocsFromServer(query));
}

function byId({ docs }: QuerySnapshot): Taken {
  return new Map(docs.map((document) => [document.id, document.data()]));
}
