/** A date as Firestore hands it out. */
interface Dated {
  toDate(): Date;
}

/**
 * A stored value as JSON can hold it: dates become ISO 8601 text in UTC, bytes Base64, lists and maps
 * are gone through, and a number that JSON does not know becomes null. Values of other kinds, which neither
 * the rules nor the functions ever store, become their own text.
 */
export function toJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isDated(value)) return value.toDate().toISOString();
  // Firestore's maps are plain objects; everything else it hands out is an instance of some class.
  return Object.getPrototypeOf(value) === Object.prototype ? fieldsToJson(value) : text(value);
}

/** {@link toJson} of every field. */
export function fieldsToJson(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, toJson(of)]));
}

function isDated(value: object): value is Dated {
  return 'toDate' in value && typeof value.toDate === 'function';
}

function text(value: object): string {
  return 'path' in value && typeof value.path === 'string' ? value.path : JSON.stringify(value);
}
