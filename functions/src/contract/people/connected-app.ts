import * as z from 'zod/mini';
import { type KeyScope, readScopes, storedScopesSchema } from './api-key.ts';
import { type StoredFields, withMillis } from './stored-times.ts';

/** What an app may ask for. Channels are left out: a channel outlives the connection of its app. */
export const APP_SCOPES = ['read', 'alerts'] as const satisfies readonly KeyScope[];

export type AppScope = (typeof APP_SCOPES)[number];

export const MAX_APPS = 20;

/** An app that is not used for so long must be connected again. */
export const APP_UNUSED_DAYS = 90;

/** UTF-16 code units of the query with which an app opens the page `/authorize`. */
const MAX_REQUEST_LENGTH = 6000;

const appId = z.string().check(z.regex(/^[0-9a-f]{20}$/));
const request = z.string().check(z.maxLength(MAX_REQUEST_LENGTH));

export const appsRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('describe'), request }),
  z.strictObject({
    action: z.literal('allow'),
    request,
    scopes: z.array(z.enum(APP_SCOPES)).check(z.minLength(1), z.maxLength(APP_SCOPES.length)),
  }),
  /** Responds with `{}`, even if there is no such app. */
  z.strictObject({ action: z.literal('revoke'), appId }),
]);

export type AppsRequest = z.infer<typeof appsRequestSchema>;

const refusedSchema = z.object({
  kind: z.literal('refused'),
  /** A sentence for the person. */
  message: z.string(),
  /** Reports the error to the app. Absent if the app has not registered the address to return to. */
  back: z.optional(z.string()),
});

export const appDescribedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('app'),
    /** Chosen by the app, up to {@link MAX_APP_NAME_LENGTH}. */
    name: z.string(),
    /** The host that vouches for the name, or null: anybody can give an app any name. */
    vouchedBy: z.nullable(z.string()),
    /** Where the person goes afterwards: a host, or null for a program on their own device. */
    host: z.nullable(z.string()),
    scopes: z.array(z.enum(APP_SCOPES)),
    /** The address that tells the app that the person said no. */
    back: z.string(),
  }),
  refusedSchema,
]);

export type AppDescribed = z.infer<typeof appDescribedSchema>;

export const appAllowedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allowed'), address: z.string() }),
  refusedSchema,
]);

export type AppAllowed = z.infer<typeof appAllowedSchema>;

/** UTF-16 code units. */
export const MAX_APP_NAME_LENGTH = 60;

const storedAppSchema = z.extend(storedScopesSchema, {
  name: z.string(),
  host: z.nullable(z.string()),
  createdAtMs: z.number(),
  /** Updated at most once an hour. */
  lastUsedAtMs: z.catch(z.optional(z.number()), undefined),
});

export interface ConnectedApp extends Omit<
  z.infer<typeof storedAppSchema>,
  'scopes' | 'moreScopes'
> {
  id: string;
  scopes: readonly KeyScope[];
}

/** Reads `users/{uid}/apps/{appId}`, which only the server writes. */
export function readConnectedApp(id: string, stored: StoredFields): ConnectedApp | null {
  const read = storedAppSchema.safeParse(withMillis(stored));
  if (!read.success) return null;
  const { scopes, moreScopes, ...app } = read.data;
  return { ...app, id, scopes: readScopes({ scopes, moreScopes }) };
}
