import * as z from 'zod/mini';
import {
  alertFields,
  type AlertFields,
  alertIdentity,
  type ChannelEntry,
  channelEntrySchema,
  preferencesSchema,
  readAlert,
  type StoredFields,
  withMillis,
} from '../contract/index.ts';

export type IndexedAlert = AlertFields & {
  alertId: string;
  /** False if matches go to channels only. */
  mail?: false | undefined;
  /** When the alert was created or last resumed, epoch milliseconds: only later episodes match. */
  sinceMs: number;
  /** When email was last switched on for the alert, epoch milliseconds: only later episodes are mailed. */
  mailedSinceMs?: number | undefined;
};

const INDEXED = {
  alertId: ['createdAt'],
  keyword: ['keyword'],
  language: ['language'],
  spoken: ['spoken'],
  onlyAbout: ['onlyAbout'],
  mail: ['mail'],
  sinceMs: ['createdAt', 'resumedAt'],
  mailedSinceMs: ['mailOnAt'],
} as const satisfies Record<keyof IndexedAlert, readonly string[]>;

export interface ActiveAlert extends IndexedAlert {
  uid: string;
  /** Epoch milliseconds; absent if the alert was read from an index. */
  changedAtMs?: number;
}

const nullableMs = z.catch(z.nullable(z.number()), null);

const personPreferencesSchema = z.extend(preferencesSchema, {
  unmailedAtMs: nullableMs,
  /**
   * Code of the last digest with unmailed sections, such as `suppressed`. Null if part of it was mailed, or if
   * there was none.
   */
  unmailedFor: z.catch(z.nullable(z.string()), null),
  /**
   * When to retry unmailed episodes, epoch milliseconds; no digest is made earlier. Null: they go into the next
   * digest.
   */
  retryAtMs: nullableMs,
  resumedAtMs: nullableMs,
  showsChangedAtMs: z.catch(z.optional(z.number()), undefined),
  /** Only channels that are on. */
  channels: z.catch(z.optional(z.pipe(z.array(z.unknown()), z.transform(readChannels))), undefined),
  /** When `channels` last changed or a message to a channel last failed. */
  channelsChangedAtMs: z.catch(z.optional(z.number()), undefined),
});

/** A malformed entry must not disable the other channels. */
function readChannels(entries: unknown[]): ChannelEntry[] {
  return entries.flatMap((entry) => {
    const read = channelEntrySchema.safeParse(entry);
    return read.success ? [read.data] : [];
  });
}

export type PersonPreferences = z.infer<typeof personPreferencesSchema>;

const INDEXED_PREFERENCES = {
  cadence: 'cadence',
  hour: 'hour',
  weekday: 'weekday',
  timeZone: 'timeZone',
  followedShows: 'followedShows',
  updatedAtMs: 'updatedAt',
  unmailedAtMs: 'unmailedAt',
  unmailedFor: 'unmailedFor',
  retryAtMs: 'retryAt',
  resumedAtMs: 'resumedAt',
  showsChangedAtMs: 'showsChangedAt',
  channels: 'channels',
  channelsChangedAtMs: 'channelsChangedAt',
} as const satisfies Record<keyof PersonPreferences, string>;

const ALERT_NAMES = Object.keys(INDEXED) as (keyof IndexedAlert)[];
const PREFERENCE_NAMES = Object.keys(INDEXED_PREFERENCES) as (keyof PersonPreferences)[];

/** Changes with the field names, so that indexes in an older format are rebuilt. */
export const INDEX_FORMAT = [...ALERT_NAMES, '/', ...PREFERENCE_NAMES].join(' ');

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
  return PREFERENCE_NAMES.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

/** Null if the alert is paused or the document is invalid. */
export function readActiveAlert(
  uid: string,
  documentId: string,
  fields: StoredFields,
): ActiveAlert | null {
  const alert = readAlert(documentId, fields);
  if (alert === null || alert.paused === true) return null;
  const { createdAtMs, resumedAtMs = 0, changedAtMs, mail, mailOnAtMs } = alert;
  return {
    ...alertFields(alert),
    uid,
    alertId: alertIdentity(documentId, createdAtMs),
    sinceMs: Math.max(createdAtMs, resumedAtMs),
    ...(mail === false && { mail }),
    ...(mailOnAtMs !== undefined && { mailedSinceMs: mailOnAtMs }),
    ...(changedAtMs !== undefined && { changedAtMs }),
  };
}

export function readPreferences(fields: StoredFields = {}): PersonPreferences {
  return personPreferencesSchema.parse(withMillis(fields));
}
