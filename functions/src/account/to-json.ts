/** A date as Firestore hands it out. */
interface Dated {
  toDate(): Date;
}

/**
 * A stored value in a form that JSON can hold: dates become ISO 8601 text in UTC, bytes Base64, and
 * numbers that JSON does not know null; lists and maps are converted element by element. Any other
 * kind of value becomes its own text; neither the rules nor the functions ever store one.
 */
export function toJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isDated(value)) return value.toDate().toISOString();
  // Firestore's maps are plain objects; everything else it returns is an instance of a class.
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
