import * as z from 'zod/mini';

/** `hourly` digests are sent in the first run (every 15 minutes) after a match, at most once an hour. */
export const DIGEST_CADENCES = ['hourly', 'daily', 'weekly'] as const;

export type DigestCadence = (typeof DIGEST_CADENCES)[number];

/** firestore.rules repeat this list. */
export const CADENCES = [...DIGEST_CADENCES, 'paused'] as const;

export type Cadence = (typeof CADENCES)[number];

/** UTF-16 code units. firestore.rules repeat this number. */
export const MAX_TIME_ZONE_LENGTH = 64;

const fields = {
  cadence: z.enum(CADENCES),
  /** Hour in `timeZone`, for daily and weekly digests. */
  hour: z.int().check(z.gte(0), z.lte(23)),
  /** 1 is Monday, as in ISO 8601; for weekly digests. */
  weekday: z.int().check(z.gte(1), z.lte(7)),
  /** IANA name ("Europe/Berlin") that this runtime supports. */
  timeZone: z
    .string()
    .check(
      z.maxLength(MAX_TIME_ZONE_LENGTH),
      z.regex(/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)*$/),
      z.refine(isTimeZone),
    ),
};

/** Clients write all fields at once; the server adds `updatedAt`. firestore.rules allow the same fields. */
export const newPreferencesSchema = z.strictObject(fields);

export type NewPreferences = z.infer<typeof newPreferencesSchema>;

export const DEFAULT_PREFERENCES: NewPreferences = {
  cadence: 'daily',
  hour: 8,
  weekday: 1,
  timeZone: 'UTC',
};

/** Document `users/{uid}`. Invalid fields get defaults, because an unknown time zone must not stop the email. */
export const preferencesSchema = z.object({
  ...({
    cadence: z.catch(fields.cadence, DEFAULT_PREFERENCES.cadence),
    hour: z.catch(fields.hour, DEFAULT_PREFERENCES.hour),
    weekday: z.catch(fields.weekday, DEFAULT_PREFERENCES.weekday),
    timeZone: z.catch(fields.timeZone, DEFAULT_PREFERENCES.timeZone),
  } satisfies Record<keyof NewPreferences, unknown>),
  /** Ids of `users/{uid}/shows`; written by the server only. */
  followedShows: z.catch(z.optional(z.array(z.string())), undefined),
  updatedAtMs: z.catch(z.nullable(z.number()), null),
});

export type Preferences = z.infer<typeof preferencesSchema>;

/** Field `suppression` of `users/{uid}`, written by the server only. */
export const suppressionSchema = z.object({
  reason: z.enum(['bounce', 'dropped', 'spamreport', 'unsubscribe']),
  atMs: z.number(),
});

export type Suppression = z.infer<typeof suppressionSchema>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
