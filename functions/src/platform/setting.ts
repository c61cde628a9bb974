import * as z from 'zod';

/** A setting from the environment; an empty one counts as not set. */
export function setting<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

/** An address to which paths can be appended. */
export function withoutSlashAtEnd(address: string): string {
  return address.replace(/\/+$/, '');
}
