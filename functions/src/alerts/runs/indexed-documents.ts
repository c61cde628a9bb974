import * as z from 'zod/mini';
import {
  alertFields,
  alertFieldsSchema,
  preferencesSchema,
  readAlert,
  type StoredFields,
  withMillis,
} from '../../contract/index.ts';
import { alertIdentity } from '../../unsubscribe/alert-identity.ts';

/** An alert as an index keeps it. */
export const indexedAlertSchema = z.extend(alertFieldsSchema, {
  alertId: z.string(),
  /** When it was saved or last resumed, epoch milliseconds: only what comes later is new to it. */
  sinceMs: z.number(),
});

export type IndexedAlert = z.infer<typeof indexedAlertSchema>;

/** The fields of an alert in an index, each with the stored fields that it is read from. */
const INDEXED = {
  alertId: ['createdAt'],
  keyword: ['keyword'],
  language: ['language'],
  spoken: ['spoken'],
  sinceMs: ['createdAt', 'resumedAt'],
} as const satisfies Record<keyof IndexedAlert, readonly string[]>;

export interface ActiveAlert extends IndexedAlert {
  uid: string;
  /**
   * When its person last changed its fields, epoch milliseconds. Known only of an alert that was read
   * from its document.
   */
  changedAtMs?: number;
}

const nullableMs = z.catch(z.nullable(z.number()), null);

/** A person's preferences as an index keeps them: what decides when digests are due. */
export const personPreferencesSchema = z.extend(preferencesSchema, {
  /** When a digest of theirs last ended without all of it being mailed, epoch milliseconds, or null. */
  unmailedAtMs: nullableMs,
  /** When that is mailed, epoch milliseconds, and no digest before; null: with the next one. */
  retryAtMs: nullableMs,
  /** When they last had mail come again after they had stopped all of it, epoch milliseconds, or null. */
  resumedAtMs: nullableMs,
});

export type PersonPreferences = z.infer<typeof personPreferencesSchema>;

/** The fields of preferences in an index, each with the stored field that it is read from. */
const INDEXED_PREFERENCES = {
  cadence: 'cadence',
  hour: 'hour',
  weekday: 'weekday',
  timeZone: 'timeZone',
  updatedAtMs: 'updatedAt',
  unmailedAtMs: 'unmailedAt',
  retryAtMs: 'retryAt',
  resumedAtMs: 'resumedAt',
} as const satisfies Record<keyof PersonPreferences, string>;

const ALERT_NAMES = Object.keys(INDEXED) as (keyof IndexedAlert)[];
const PREFERENCE_NAMES = Object.keys(INDEXED_PREFERENCES) as (keyof PersonPreferences)[];

/** What an index made by another version lacks or has too much. */
export const INDEX_FORMAT = [...ALERT_NAMES, '/', ...PREFERENCE_NAMES].join(' ');

/** The stored fields to select for {@link readActiveAlert} and {@link readPreferences}. */
export const SELECTED_OF_ALERT = [
  ...new Set<string>([...Object.values(INDEXED).flat(), 'paused', 'changedAt']),
];
export const SELECTED_OF_PERSON = Object.values(INDEXED_PREFERENCES);

export function indexedFields(alert: IndexedAlert): IndexedAlert {
  const present = ALERT_NAMES.filter((name) => alert[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, alert[name]])) as typeof alert;
}

export function sameAlert(a: IndexedAlert, b: IndexedAlert): boolean {
  return ALERT_NAMES.every((name) => a[name] === b[name]);
}

export function samePreferences(a: PersonPreferences, b: PersonPreferences): boolean {
  return PREFERENCE_NAMES.every((name) => a[name] === b[name]);
}

/** The alert of a document; null when it is paused, or the document is none. */
export function readActiveAlert(
  uid: string,
  documentId: string,
  fields: StoredFields,
): ActiveAlert | null {
  const alert = readAlert(documentId, fields);
  if (alert === null || alert.paused === true) return null;
  const { createdAtMs, resumedAtMs = 0, changedAtMs } = alert;
  return {
    ...alertFields(alert),
    ...{ uid, alertId: alertIdentity(documentId, createdAtMs) },
    sinceMs: Math.max(createdAtMs, resumedAtMs),
    ...(changedAtMs !== undefined && { changedAtMs }),
  };
}

export function readPreferences(fields: StoredFields = {}): PersonPreferences {
  return personPreferencesSchema.parse(withMillis(fields));
}
