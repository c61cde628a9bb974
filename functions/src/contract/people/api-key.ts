import * as z from 'zod/mini';
import { withoutTurningMarks } from '../turning-marks.ts';
import { type StoredFields, withMillis } from './stored-times.ts';

/**
 * `read`: search, episodes, matches. `alerts` and `channels`: list, create, change and delete these, too. A channel
 * outlives the key that made it, so that it has a scope of its own.
 */
export const KEY_SCOPES = ['read', 'alerts', 'channels'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Two, so that a program can change over from one to the next. */
export const MAX_KEYS = 2;

/** UTF-16 code units. */
export const MAX_KEY_NAME_LENGTH = 60;

const keyId = z.string().check(z.regex(/^[0-9a-z]{20}$/));
const name = z
  .string()
  .check(
    z.overwrite(withoutTurningMarks),
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_KEY_NAME_LENGTH),
  );
const scopes = z.array(z.enum(KEY_SCOPES)).check(z.minLength(1), z.maxLength(KEY_SCOPES.length));

/** Body of the operation `keys`. */
export const keysRequestSchema = z.discriminatedUnion('action', [
  /** Answers {@link KeyCreated}. */
  z.strictObject({ action: z.literal('create'), name, scopes }),
  /** Answers `{}`, also if there is no such key. */
  z.strictObject({ action: z.literal('revoke'), keyId }),
]);

export type KeysRequest = z.infer<typeof keysRequestSchema>;

export const keyCreatedSchema = z.discriminatedUnion('kind', [
  /** `key` (`es_…`) is shown this once. */
  z.object({ kind: z.literal('created'), keyId, key: z.string() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);

export type KeyCreated = z.infer<typeof keyCreatedSchema>;

const storedKeySchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The key's first characters, `es_abcd`. */
  start: z.string(),
  /** Stored as timestamps. */
  createdAtMs: z.number(),
  /** Exact to an hour; absent if never used. */
  lastUsedAtMs: z.catch(z.optional(z.number()), undefined),
});

export type ApiKey = z.infer<typeof storedKeySchema> & { id: string };

/** `users/{uid}/apiKeys/{keyId}`, written by the server only. Null if the document is no key. */
export function readApiKey(id: string, stored: StoredFields): ApiKey | null {
  const read = storedKeySchema.safeParse(withMillis(stored));
  return read.success ? { ...read.data, id } : null;
}
