import * as z from 'zod/mini';
import { stripBidiControls } from '../bidi-controls.ts';
import { type StoredFields, withMillis } from './stored-times.ts';

/**
 * `read` covers search, episodes and matches. `channels` is separate: a channel outlives the key that created it.
 */
export const KEY_SCOPES = ['read', 'alerts', 'channels'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Version 1.0 rejects a key document if `scopes` has other values. */
const SCOPES_OF_1_0 = ['read', 'alerts'] as const;

const isOf10 = (scope: KeyScope) => SCOPES_OF_1_0.some((old) => old === scope);

/** Newer scopes have a field of their own, so that a deployment can roll back to 1.0. */
export function storedScopes(scopes: readonly KeyScope[]) {
  const own = KEY_SCOPES.filter((scope) => scopes.includes(scope));
  return {
    scopes: own.filter(isOf10),
    moreScopes: own.filter((scope) => !isOf10(scope)),
  };
}

/** Accepts scopes of later versions, which {@link readScopes} skips. */
export const storedScopesSchema = z.object({
  scopes: z.array(z.enum(SCOPES_OF_1_0)),
  moreScopes: z.catch(z.array(z.string()), []),
});

export function readScopes(stored: z.infer<typeof storedScopesSchema>): KeyScope[] {
  const all: readonly string[] = [...stored.scopes, ...stored.moreScopes];
  return KEY_SCOPES.filter((scope) => all.includes(scope));
}

/** Two, so that a program can rotate its key. */
export const MAX_KEYS = 2;

/** UTF-16 code units. */
export const MAX_KEY_NAME_LENGTH = 60;

const keyId = z.string().check(z.regex(/^[0-9a-z]{20}$/));
const name = z
  .string()
  .check(
    z.overwrite(stripBidiControls),
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_KEY_NAME_LENGTH),
  );
const scopes = z.array(z.enum(KEY_SCOPES)).check(z.minLength(1), z.maxLength(KEY_SCOPES.length));

export const keysRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create'), name, scopes }),
  /** Responds with `{}`, even if there is no such key. */
  z.strictObject({ action: z.literal('revoke'), keyId }),
]);

export type KeysRequest = z.infer<typeof keysRequestSchema>;

export const keyCreatedSchema = z.discriminatedUnion('kind', [
  /** `key` (`es_…`) is never returned again. */
  z.object({ kind: z.literal('created'), keyId, key: z.string() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);

export type KeyCreated = z.infer<typeof keyCreatedSchema>;

const storedKeySchema = z.extend(storedScopesSchema, {
  name: z.string(),
  /** The key's first characters, such as `es_abcd`. */
  start: z.string(),
  createdAtMs: z.number(),
  /** Updated at most once an hour. */
  lastUsedAtMs: z.catch(z.optional(z.number()), undefined),
});

export interface ApiKey extends Omit<z.infer<typeof storedKeySchema>, 'scopes' | 'moreScopes'> {
  id: string;
  scopes: readonly KeyScope[];
}

/** Reads `users/{uid}/apiKeys/{keyId}`, which only the server writes. */
export function readApiKey(id: string, stored: StoredFields): ApiKey | null {
  const read = storedKeySchema.safeParse(withMillis(stored));
  if (!read.success) return null;
  const { scopes, moreScopes, ...key } = read.data;
  return { ...key, id, scopes: readScopes({ scopes, moreScopes }) };
}
