import {
  FieldPath,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
} from 'firebase-admin/firestore';

/** Documents per page. Each can have 1 MiB. */
const PAGE_SIZE = 50;

interface PageOptions {
  read?: (page: Query) => Promise<QuerySnapshot>;
  pageSize?: number;
  /** Of the query's last order. */
  isDescending?: boolean;
}

/** Reads a query in pages, ordered by path, because long streams break off after a minute. */
export async function* documentsOf(
  query: Query,
  { read = (page) => page.get(), pageSize = PAGE_SIZE, isDescending = false }: PageOptions = {},
): AsyncGenerator<QueryDocumentSnapshot> {
  const ordered = query
    .orderBy(FieldPath.documentId(), isDescending ? 'desc' : 'asc')
    .limit(pageSize);
  let page = await read(ordered);
  for (;;) {
    yield* page.docs;
    const last = page.docs.at(-1);
    if (last === undefined || page.size < pageSize) return;
    page = await read(ordered.startAfter(last));
  }
}
