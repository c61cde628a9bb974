import {
  FieldPath,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
} from 'firebase-admin/firestore';

/** A document holds 1 MiB: a page takes 50 at most. */
const PAGE_SIZE = 50;

/** The documents of a query by their paths, in pages: a long stream breaks off after a minute. */
export async function* documentsOf(
  query: Query,
  read: (page: Query) => Promise<QuerySnapshot> = (page) => page.get(),
): AsyncGenerator<QueryDocumentSnapshot> {
  const ordered = query.orderBy(FieldPath.documentId()).limit(PAGE_SIZE);
  let page = await read(ordered);
  for (;;) {
    yield* page.docs;
    const last = page.docs.at(-1);
    if (last === undefined || page.size < PAGE_SIZE) return;
    page = await read(ordered.startAfter(last));
  }
}
