import {
  FieldPath,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
} from 'firebase-admin/firestore';

/** Documents of a page: few, because one document may hold 1 MiB. */
const PAGE_SIZE = 50;

interface PageOptions {
  read?: (page: Query) => Promise<QuerySnapshot>;
  pageSize?: number;
}

/**
 * The documents of a query, ordered by path. They are read in pages, because a long stream breaks off after a
 * minute.
 */
export async function* documentsOf(
  query: Query,
  { read = (page) => page.get(), pageSize = PAGE_SIZE }: PageOptions = {},
): AsyncGenerator<QueryDocumentSnapshot> {
  const ordered = query.orderBy(FieldPath.documentId()).limit(pageSize);
  let page = await read(ordered);
  for (;;) {
    yield* page.docs;
    const last = page.docs.at(-1);
    if (last === undefined || page.size < pageSize) return;
    page = await read(ordered.startAfter(last));
  }
}
