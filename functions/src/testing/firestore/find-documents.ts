import type { StoredDocument } from './documents.ts';
import { compareStrings, compareValues, isSameType, type Segments, valueAt } from './values.ts';

export const OPERATORS = [
  '==',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'array-contains',
  'array-contains-any',
] as const;
type Operator = (typeof OPERATORS)[number];

const MAX_DISJUNCTIONS = 30;

interface Filter {
  path: Segments;
  operator: Operator;
  value: unknown;
}

export interface Order {
  /** Null for the document's name. */
  path: Segments | null;
  isDescending: boolean;
}

/** Values of the first orders. A name is a document's path. */
export interface Cursor {
  values: readonly unknown[];
  isIncluded: boolean;
}

export interface QueryParts {
  collectionId: string;
  /** Path of the collection. Null for all collections with this id. */
  collection: string | null;
  filters: readonly Filter[];
  orders: readonly Order[];
  from: Cursor | null;
  until: Cursor | null;
  limit: number;
}

export function findDocuments(
  documents: Iterable<StoredDocument>,
  query: QueryParts,
): StoredDocument[] {
  const { filters, from, until, limit } = query;
  const orders = ordersOf(query);
  const found: StoredDocument[] = [];
  for (const document of documents) {
    if (!filters.every((filter) => isMatch(document, filter))) continue;
    // A document without an ordered field is in no index.
    if (!orders.every(({ path }) => path === null || valueOf(document, path) !== undefined))
      continue;
    if (from && placeOf(document, orders, from) < (from.isIncluded ? 0 : 1)) continue;
    if (until && placeOf(document, orders, until) > (until.isIncluded ? 0 : -1)) continue;
    found.push(document);
  }
  found.sort((a, b) => comparedBy(orders, (path) => [valueOf(a, path), valueOf(b, path)]));
  return found.slice(0, limit);
}

function valueOf(document: StoredDocument, path: Segments | null): unknown {
  return path === null ? document.path : valueAt(document.fields, path);
}

/** Ends with the document's name, like Firestore's indexes. */
export function ordersOf({ filters, orders }: Pick<QueryParts, 'filters' | 'orders'>): Order[] {
  const isDescending = orders.at(-1)?.isDescending ?? false;
  const named = (order: Order) => order.path?.join('.');
  const implied = filters
    .filter(({ operator }) => ['<', '<=', '>', '>='].includes(operator))
    .map(({ path }): Order => ({ path, isDescending }))
    .filter((order) => !orders.some((each) => named(each) === named(order)));
  const unique = new Map(implied.map((order) => [named(order), order]));
  const all = [...orders, ...unique.values()];
  return all.some(({ path }) => path === null) ? all : [...all, { path: null, isDescending }];
}

/** Below 0 before the cursor, 0 at it, above 0 after it. */
function placeOf(document: StoredDocument, orders: readonly Order[], { values }: Cursor): number {
  const given = orders.slice(0, values.length);
  let at = 0;
  return comparedBy(given, (path) => [valueOf(document, path), values[at++]]);
}

function comparedBy(
  orders: readonly Order[],
  valuesOf: (path: Segments | null) => [unknown, unknown],
): number {
  for (const { path, isDescending } of orders) {
    const [a, b] = valuesOf(path);
    const order = path === null ? comparePaths(String(a), String(b)) : compareValues(a, b);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

function comparePaths(a: string, b: string): number {
  const others = b.split('/');
  for (const [at, id] of a.split('/').entries()) {
    const other = others[at];
    if (other === undefined) return 1;
    const order = compareStrings(id, other);
    if (order !== 0) return order;
  }
  return a.split('/').length - others.length;
}

function isMatch(document: StoredDocument, { path, operator, value }: Filter): boolean {
  const stored = valueOf(document, path);
  if (stored === undefined) return false;
  if (operator === 'in') return listOf(value).some((each) => compareValues(stored, each) === 0);
  if (operator === 'array-contains') {
    return Array.isArray(stored) && stored.some((each) => compareValues(each, value) === 0);
  }
  if (operator === 'array-contains-any') {
    return Array.isArray(stored) && isAnyAmong(stored, listOf(value));
  }
  if (!isSameType(stored, value)) return false;
  const order = compareValues(stored, value);
  switch (operator) {
    case '==':
      return order === 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

const stringSets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

function isAnyAmong(stored: readonly unknown[], wanted: readonly unknown[]): boolean {
  if (!wanted.every((each) => typeof each === 'string')) {
    return stored.some((each) => wanted.some((other) => compareValues(each, other) === 0));
  }
  // Comparing each with each takes minutes in a history with thousands of documents.
  let strings = stringSets.get(wanted);
  if (strings === undefined) stringSets.set(wanted, (strings = new Set(wanted)));
  return stored.some((each) => strings.has(each));
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value) && value.length > 0 && value.length <= MAX_DISJUNCTIONS) return value;
  throw new Error(`A list of a filter has 1 to ${MAX_DISJUNCTIONS} values.`);
}
