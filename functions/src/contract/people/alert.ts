import * as z from 'zod/mini';
import { MAX_KEYWORD_LENGTH } from '../episodes/search-limits.ts';
import { hasQuerySyntax } from '../../query/parse-query.ts';
import { epochMs, isMap, type StoredFields, withMillis } from './stored-times.ts';

const fields = {
  /** Trimmed, then 1 to {@link MAX_KEYWORD_LENGTH} UTF-16 code units. */
  keyword: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_KEYWORD_LENGTH)),
  /** 1: a query (`parseQuery`). Missing: words side by side, whatever signs they hold. */
  language: z.optional(z.literal(1)),
  /** False: transcripts are not searched. */
  spoken: z.optional(z.literal(false)),
};

/** A new alert, besides `createdAt`, which the server sets. firestore.rules permit the same fields. */
export const newAlertSchema = z.strictObject(fields);

export type NewAlert = z.infer<typeof newAlertSchema>;

/** The new alert for a keyword; throws on one that is blank or too long. */
export function newAlert(keyword: string, spoken = true): NewAlert {
  return newAlertSchema.parse({
    keyword,
    ...(hasQuerySyntax(keyword) && { language: 1 }),
    ...(!spoken && { spoken }),
  });
}

/**
 * The fields of {@link newAlertSchema} in a stored alert, and wherever digests and the history repeat
 * them. Limits are not checked again, and an odd optional value counts as missing: one malformed
 * document must not break a list.
 */
export const alertFieldsSchema = z.extend(z.object(fields), {
  keyword: z.string(),
  language: z.catch(fields.language, undefined),
  spoken: z.catch(fields.spoken, undefined),
});

export type AlertFields = z.infer<typeof alertFieldsSchema>;

const ALERT_FIELDS = Object.keys(fields) as (keyof AlertFields)[];

/** The {@link ALERT_FIELDS} of an alert, without those that are missing or say nothing. */
export function alertFields(alert: Pick<Alert, keyof AlertFields>): AlertFields {
  const read = alertFieldsSchema.parse(alert);
  return Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined),
  ) as AlertFields;
}

export function sameAlertFields(a: AlertFields, b: AlertFields): boolean {
  return ALERT_FIELDS.every((name) => a[name] === b[name]);
}

/** A saved alert, as the site and the functions read it. Times are epoch milliseconds. */
const storedAlertSchema = z.extend(alertFieldsSchema, {
  id: z.string(),
  /** True where a person has turned transcripts on again. */
  spoken: z.catch(z.optional(z.boolean()), undefined),
  /** A fraction is possible. */
  createdAtMs: z.number(),
  /** Until it is resumed, no episodes are looked for. */
  paused: z.optional(z.boolean()),
  /** Episodes from before its last resumption are not mailed. */
  resumedAtMs: z.optional(z.number()),
  /** When its fields were last changed. */
  changedAtMs: z.optional(z.number()),
  /**
   * Excluded terms (`excludedTerms`) and since when; what was typed with the keyword has no time. Stored as
   * timestamps in a map named `excluded`.
   */
  excludedAtMs: z.optional(z.record(z.string(), z.number())),
  /** Its episodes in the last mail; only the server writes it. */
  lastMatch: z.optional(
    z.object({
      /** Stored as a timestamp named `at`. */
      atMs: z.number(),
      episodes: z.int().check(z.nonnegative()),
    }),
  ),
});

export type Alert = z.infer<typeof storedAlertSchema>;

/** A stored alert, or null for a document that is none. */
export function readAlert(id: string, stored: StoredFields): Alert | null {
  const { excluded, lastMatch } = stored;
  const read = storedAlertSchema.safeParse({
    ...withMillis(stored),
    id,
    excludedAtMs: isMap(excluded) ? timesIn(excluded) : undefined,
    lastMatch: isMap(lastMatch) ? withMillis(lastMatch) : undefined,
  });
  return read.success ? read.data : null;
}

/** The timestamps of a map in epoch milliseconds; other values are left out. */
function timesIn(map: StoredFields): Record<string, number> {
  const times = Object.entries(map).flatMap(([name, at]): [string, number][] => {
    const atMs = epochMs(at);
    return atMs === undefined ? [] : [[name, atMs]];
  });
  return Object.fromEntries(times);
}
