import * as z from 'zod/mini';
import { MAX_KEYWORD_LENGTH } from '../episodes/search-limits.ts';
import type { SearchRequest } from '../episodes/search.ts';
import { hasQuerySyntax } from '../../query/parse-query.ts';
import { withoutTurningMarks } from '../turning-marks.ts';
import { epochMs, isMap, type StoredFields, withMillis } from './stored-times.ts';

const fields = {
  /** Trimmed, then 1 to {@link MAX_KEYWORD_LENGTH} UTF-16 code units. */
  keyword: z
    .string()
    .check(
      z.overwrite(withoutTurningMarks),
      z.trim(),
      z.minLength(1),
      z.maxLength(MAX_KEYWORD_LENGTH),
    ),
  /** 1: query syntax (`parseQuery`). Absent: plain words. */
  language: z.optional(z.literal(1)),
  /** False: transcripts are not searched. */
  spoken: z.optional(z.literal(false)),
  /** Only episodes that are about the keyword (`MATCH_GROUNDS`), none in passing. Absent: all. */
  onlyAbout: z.optional(z.literal(true)),
};

/** Written by clients; the server adds `createdAt`. firestore.rules permit the same fields. */
export const newAlertSchema = z.strictObject({
  ...fields,
  /** False: the alert's matches go into channels only. */
  mail: z.optional(z.literal(false)),
});

export type NewAlert = z.infer<typeof newAlertSchema>;

/** What a search chooses besides its words, and the alert that is saved from it. */
export interface AlertChoice {
  /** Whether transcripts are searched. */
  spoken?: boolean | undefined;
  /** Whether only episodes that are about the keyword match. */
  onlyAbout?: boolean | undefined;
}

/** Throws on a blank or too long keyword. */
export function newAlert(
  keyword: string,
  { spoken = true, onlyAbout = false }: AlertChoice = {},
): NewAlert {
  return newAlertSchema.parse({
    keyword,
    ...(hasQuerySyntax(withoutTurningMarks(keyword)) && { language: 1 }),
    ...(!spoken && { spoken }),
    ...(onlyAbout && { onlyAbout }),
  });
}

/** The search of all days that finds what an alert with this query tells. */
export function searchOfAlert(
  query: string,
  { spoken = true, onlyAbout = false }: AlertChoice,
): SearchRequest {
  return {
    keywords: [query],
    language: 'English',
    ...(!spoken && { spoken }),
    ...(onlyAbout && { strength: 'about' }),
  };
}

/** The stored form; lenient, because one malformed document must not break a list. */
export const alertFieldsSchema = z.extend(z.object(fields), {
  keyword: z.string(),
  language: z.catch(fields.language, undefined),
  spoken: z.catch(fields.spoken, undefined),
  onlyAbout: z.catch(fields.onlyAbout, undefined),
});

export type AlertFields = z.infer<typeof alertFieldsSchema>;

const ALERT_FIELDS = Object.keys(fields) as (keyof AlertFields)[];

/** The fields that decide what an alert matches; undefined ones are left out. */
export function alertFields(alert: Pick<Alert, keyof AlertFields>): AlertFields {
  const read = alertFieldsSchema.parse(alert);
  return Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined),
  ) as AlertFields;
}

export function sameAlertFields(a: AlertFields, b: AlertFields): boolean {
  return ALERT_FIELDS.every((name) => a[name] === b[name]);
}

/**
 * Identity of an alert in digests, history and links: its slot and the time it was saved. Slots are reused,
 * and a link in an old mail must not affect the slot's new alert.
 */
export function alertIdentity(slot: string, createdAtMs: number): string {
  return `${slot}-${createdAtMs.toString(36)}`;
}

/** Times are epoch milliseconds. */
const storedAlertSchema = z.extend(alertFieldsSchema, {
  id: z.string(),
  /** Also true: stored when transcripts are turned on again. */
  spoken: z.catch(z.optional(z.boolean()), undefined),
  /** Also false: stored when matches in passing are turned on again. */
  onlyAbout: z.catch(z.optional(z.boolean()), undefined),
  mail: z.catch(newAlertSchema.shape.mail, undefined),
  createdAtMs: z.number(),
  paused: z.catch(z.optional(z.boolean()), undefined),
  /** The alert tells no episodes older than this: the time when it was resumed. */
  resumedAtMs: z.optional(z.number()),
  pausedAtMs: z.catch(z.optional(z.number()), undefined),
  /**
   * Older episodes go into channels, but not into emails: the time when the alert's email was switched on again.
   */
  mailOnAtMs: z.catch(z.optional(z.number()), undefined),
  changedAtMs: z.optional(z.number()),
  /** When each term was excluded; stored in the map `excluded`. Terms typed with the keyword have no entry. */
  excludedAtMs: z.optional(z.record(z.string(), z.number())),
  /**
   * The last email with this alert before 1.1, and as the owner restored it after a deletion; later ones stand beside
   * what waits (`PendingAlert`).
   */
  lastMatch: z.catch(
    z.optional(
      z.object({
        /** Stored as the timestamp `at`. */
        atMs: z.number(),
        episodes: z.int().check(z.nonnegative()),
      }),
    ),
    undefined,
  ),
});

export type Alert = z.infer<typeof storedAlertSchema>;

/** Null if the document is not an alert. */
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

function timesIn(map: StoredFields): Record<string, number> {
  const times = Object.entries(map).flatMap(([name, at]): [string, number][] => {
    const atMs = epochMs(at);
    return atMs === undefined ? [] : [[name, atMs]];
  });
  return Object.fromEntries(times);
}
