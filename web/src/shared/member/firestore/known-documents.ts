import { getDocsFromServer, type Query, type QuerySnapshot } from 'firebase/firestore';
import { fromRef } from 'rxfire/firestore';
import { firstValueFrom } from 'rxjs';
import type { Taken } from './create-in-slots.ts';

/**
 * What this page knows of a query's documents, pending writes included: at once where a list on the
 * page follows the query, else when the server has answered, and without a connection what is in the
 * cache, perhaps nothing.
 */
export async function knownDocuments(query: Query): Promise<Taken> {
  return byId(await firstValueFrom(fromRef(query, { includeMetadataChanges: true })));
}

/** What the server has stored. Rejects without a connection. */
export async function storedDocuments(query: Query): Promise<Taken> {
  return byId(await getDocsFromServer(query));
}

function byId({ docs }: QuerySnapshot): Taken {
  return new Map(docs.map((document) => [document.id, document.data()]));
}
