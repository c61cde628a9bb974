/** Document fields from either client library of Firestore. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** Adds epoch milliseconds (`createdAtMs`) for each timestamp (`createdAt`). */
export function withMillis(fields: StoredFields): Record<string, unknown> {
  const read: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    const atMs = epochMs(value);
    if (atMs !== undefined) read[`${name}Ms`] = atMs;
  }
  return read;
}

/** Undefined if the value is not a timestamp. Duck-typed: each library has its own `Timestamp` class. */
export function epochMs(value: unknown): number | undefined {
  return hasToMillis(value) ? value.toMillis() : undefined;
}

export function isMap(value: unknown): value is StoredFields {
  return typeof value === 'object' && value !== null;
}

function hasToMillis(value: unknown): value is { toMillis: () => number } {
  return isMap(value) && typeof value['toMillis'] === 'function';
}
