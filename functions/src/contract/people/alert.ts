import * as z from 'zod/mini';
import { MAX_KEYWORD_LENGTH } from '../episodes/search-limits.ts';
import type { SearchRequest } from '../episodes/search.ts';
import { queryLanguage } from '../../query/parse-query.ts';
import { stripBidiControls } from '../bidi-controls.ts';
import { epochMs, isMap, type StoredFields, withMillis } from './stored-times.ts';

const fields = {
  keyword: z
    .string()
    .check(
      z.overwrite(stripBidiControls),
      z.trim(),
      z.minLength(1),
      z.maxLength(MAX_KEYWORD_LENGTH),
    ),
  /**
   * The grammar of the keyword (`QueryLanguage`): 2 if only the newest one knows all its signs, 1 if the earlier one does;
   * absent if it is plain words.
   */
  language: z.optional(z.literal([1, 2])),
  spoken: z.optional(z.literal(false)),
  /** Restricts matches to episodes with strength `about` (`MATCH_GROUNDS`). */
  onlyAbout: z.optional(z.literal(true)),
};

/** Written by clients; the server adds `createdAt`. firestore.rules allow the same fields. */
export const newAlertSchema = z.strictObject({
  ...fields,
  /** False if matches are sent to channels only. */
  mail: z.optional(z.literal(false)),
});

export type NewAlert = z.infer<typeof newAlertSchema>;

export interface AlertChoice {
  spoken?: boolean | undefined;
  onlyAbout?: boolean | undefined;
}

export function newAlert(
  keyword: string,
  { spoken = true, onlyAbout = false }: AlertChoice = {},
): NewAlert {
  const language = queryLanguage(stripBidiControls(keyword));
  return newAlertSchema.parse({
    keyword,
    ...(language && { language }),
    ...(!spoken && { spoken }),
    ...(onlyAbout && { onlyAbout }),
  });
}

/** Returns a search without a start date that finds what an alert with this query matches. */
export function searchOfAlert(
  query: string,
  { spoken = true, onlyAbout = false }: AlertChoice,
): SearchRequest {
  return {
    keywords: [query],
    language: 'English',
    nameOnly: false,
    ...(!spoken && { spoken }),
    ...(onlyAbout && { strength: 'about' }),
  };
}

/** The stored form. Invalid optional fields are dropped, because one malformed document must not break a list. */
export const alertFieldsSchema = z.extend(z.object(fields), {
  keyword: z.string(),
  language: z.catch(fields.language, undefined),
  spoken: z.catch(fields.spoken, undefined),
  onlyAbout: z.catch(fields.onlyAbout, undefined),
});

export type AlertFields = z.infer<typeof alertFieldsSchema>;

const ALERT_FIELDS = Object.keys(fields) as (keyof AlertFields)[];

/** Returns the fields that decide what an alert matches, without undefined ones. */
export function alertFields(alert: Pick<Alert, keyof AlertFields>): AlertFields {
  const read = alertFieldsSchema.parse(alert);
  return Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined),
  ) as AlertFields;
}

export function sameAlertFields(a: AlertFields, b: AlertFields): boolean {
  return ALERT_FIELDS.every((name) => a[name] === b[name]);
}

/** Includes the time because slots are reused: a link in an old email must not affect the slot's new alert. */
export function alertIdentity(slot: string, createdAtMs: number): string {
  return `${slot}-${createdAtMs.toString(36)}`;
}

const storedAlertSchema = z.extend(alertFieldsSchema, {
  id: z.string(),
  /** Stored as true when transcripts are turned on again. */
  spoken: z.catch(z.optional(z.boolean()), undefined),
  /** Stored as false when matches in passing are turned on again. */
  onlyAbout: z.catch(z.optional(z.boolean()), undefined),
  mail: z.catch(newAlertSchema.shape.mail, undefined),
  createdAtMs: z.number(),
  paused: z.catch(z.optional(z.boolean()), undefined),
  /** Set when the alert is resumed. Older episodes are never sent. */
  resumedAtMs: z.optional(z.number()),
  pausedAtMs: z.catch(z.optional(z.number()), undefined),
  /** When a pause ends by itself. Absent if it lasts until the alert is resumed; ignored unless `paused`. */
  pausedUntilMs: z.catch(z.optional(z.number()), undefined),
  /** Set when email is turned on again. Older episodes are sent to channels, never by email. */
  mailOnAtMs: z.catch(z.optional(z.number()), undefined),
  changedAtMs: z.optional(z.number()),
  /**
   * Excluded term → time of its exclusion, stored as map `excluded`. Terms typed with the keyword have no entry.
   */
  excludedAtMs: z.optional(z.record(z.string(), z.number())),
  /** The last email, if it was sent before 1.1 or restored after a deletion. Later ones are in `PendingAlert`. */
  lastMatch: z.catch(
    z.optional(
      z.object({
        atMs: z.number(),
        episodes: z.int().check(z.nonnegative()),
      }),
    ),
    undefined,
  ),
});

export type Alert = z.infer<typeof storedAlertSchema>;

/** Days of a pause that ends by itself, on the site and by links in emails. */
export const PAUSE_DAYS = 30;
/** firestore.rules allow a day more than {@link PAUSE_DAYS}, because clocks differ. */
export const MAX_PAUSE_DAYS = 31;

type Pause = Pick<Alert, 'paused' | 'pausedUntilMs'>;

export function isPausedAt({ paused, pausedUntilMs }: Pause, nowMs: number): boolean {
  return paused === true && (pausedUntilMs === undefined || nowMs < pausedUntilMs);
}

/** When the alert resumed or will resume by itself, epoch milliseconds. Only later episodes are sent. */
export function pauseEndMs({ paused, pausedUntilMs }: Pause): number | undefined {
  return paused === true ? pausedUntilMs : undefined;
}

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
