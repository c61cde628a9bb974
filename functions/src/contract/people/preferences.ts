import * as z from 'zod/mini';

/** How often digests come: as new episodes appear (checked hourly), daily or weekly. */
export const DIGEST_CADENCES = ['hourly', 'daily', 'weekly'] as const;

export type DigestCadence = (typeof DIGEST_CADENCES)[number];

/** What a person can choose: how often, or never. firestore.rules repeat this list. */
export const CADENCES = [...DIGEST_CADENCES, 'paused'] as const;

export type Cadence = (typeof CADENCES)[number];

/** Longest name of a time zone, in UTF-16 code units; firestore.rules repeat this number. */
export const MAX_TIME_ZONE_LENGTH = 64;

const fields = {
  cadence: z.enum(CADENCES),
  /** Hour of the day of a daily or weekly digest, in `timeZone`, 0 to 23. */
  hour: z.int().check(z.gte(0), z.lte(23)),
  /** Day of a weekly digest, in `timeZone`, from 1 (Monday) to 7 (Sunday), as ISO 8601 counts. */
  weekday: z.int().check(z.gte(1), z.lte(7)),
  /** A time zone of the IANA database ("Europe/Berlin") that this runtime knows. */
  timeZone: z
    .string()
    .check(
      z.maxLength(MAX_TIME_ZONE_LENGTH),
      z.regex(/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)*$/),
      z.refine(isTimeZone),
    ),
};

/**
 * What a person chooses about mail, besides `updatedAt`, which the server sets: the fields of
 * `users/{uid}` a client writes, always all of them. firestore.rules permit the same fields.
 */
export const newPreferencesSchema = z.strictObject(fields);

export type NewPreferences = z.infer<typeof newPreferencesSchema>;

/** What applies until a person chooses: a digest a day, at eight in the morning. */
export const DEFAULT_PREFERENCES: NewPreferences = {
  cadence: 'daily',
  hour: 8,
  weekday: 1,
  timeZone: 'UTC',
};

/**
 * The preferences as read from `users/{uid}`. A missing or invalid field gets its value from {@link
 * DEFAULT_PREFERENCES}: the document may exist for another reason, and a zone that this runtime
 * does not know must not stop the mail. Unknown fields are left out.
 */
export const preferencesSchema = z.object({
  ...({
    cadence: z.catch(fields.cadence, DEFAULT_PREFERENCES.cadence),
    hour: z.catch(fields.hour, DEFAULT_PREFERENCES.hour),
    weekday: z.catch(fields.weekday, DEFAULT_PREFERENCES.weekday),
    timeZone: z.catch(fields.timeZone, DEFAULT_PREFERENCES.timeZone),
  } satisfies Record<keyof NewPreferences, unknown>),
  /** When they were last changed, epoch milliseconds; null where they never were. */
  updatedAtMs: z.catch(z.nullable(z.number()), null),
});

export type Preferences = z.infer<typeof preferencesSchema>;

/**
 * Why no mail goes to a person's address, and since when: the field `suppression` of `users/{uid}`,
 * which only the server writes. A person sees it on the alerts page.
 */
export const suppressionSchema = z.object({
  reason: z.enum(['bounce', 'dropped', 'spamreport', 'unsubscribe']),
  /** Epoch milliseconds; stored as a timestamp named `at`. */
  atMs: z.number(),
});

export type Suppression = z.infer<typeof suppressionSchema>;

/** Whether this runtime knows the time zone. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
