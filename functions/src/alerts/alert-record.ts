import * as z from 'zod/mini';
import {
  alertFields,
  type AlertFields,
  alertIdentity,
  type ChannelEntry,
  channelEntrySchema,
  isPausedAt,
  pauseEndMs,
  preferencesSchema,
  readAlert,
  type StoredFields,
  withMillis,
} from '../contract/index.ts';

export type IndexedAlert = AlertFields & {
  alertId: string;
  /** False if the alert notifies channels only. */
  mail?: false | undefined;
  /** Only episodes after this time match: when the alert was created, or resumed or will resume. Epoch milliseconds. */
  sinceMs: number;
  /** When the person last changed the alert, epoch milliseconds. */
  changedAtMs?: number | undefined;
  /** Only episodes after this time are mailed. Set when email is switched on, epoch milliseconds. */
  mailedSinceMs?: number | undefined;
};

const INDEXED = {
  alertId: ['createdAt'],
  keyword: ['keyword'],
  language: ['language'],
  spoken: ['spoken'],
  onlyAbout: ['onlyAbout'],
  mail: ['mail'],
  sinceMs: ['createdAt', 'resumedAt', 'paused', 'pausedUntil'],
  mailedSinceMs: ['mailOnAt'],
  changedAtMs: ['changedAt'],
} as const satisfies Record<keyof IndexedAlert, readonly string[]>;

export interface ActiveAlert extends IndexedAlert {
  uid: string;
}

const nullableMs = z.catch(z.nullable(z.number()), null);

const personPreferencesSchema = z.extend(preferencesSchema, {
  unmailedAtMs: nullableMs,
  /** Code, such as `suppressed`, of the last digest with unmailed sections. Null if part of it was mailed. */
  unmailedFor: z.catch(z.nullable(z.string()), null),
  /** Epoch milliseconds: no digest is created earlier. Null puts unmailed episodes into the next digest. */
  retryAtMs: nullableMs,
  resumedAtMs: nullableMs,
  showsChangedAtMs: z.catch(z.optional(z.number()), undefined),
  /** Excludes channels that are off. */
  channels: z.catch(z.optional(z.pipe(z.array(z.unknown()), z.transform(readChannels))), undefined),
  /** Set when `channels` changes or a message to a channel fails. */
  channelsChangedAtMs: z.catch(z.optional(z.number()), undefined),
});

/** Skips malformed entries, so that they do not disable the other channels. */
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

/** Changes with the field names, so that an index in an older format is rebuilt. */
export const INDEX_FORMAT = [...ALERT_NAMES, '/', ...PREFERENCE_NAMES].join(' ');

export const SELECTED_OF_ALERT = [
  ...new Set<string>([...Object.values(INDEXED).flat(), 'pausedAt', 'pausedByLinkAt']),
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

/** Null if the alert is paused at `nowMs` or the document is invalid. */
export function readActiveAlert(
  uid: string,
  documentId: string,
  fields: StoredFields,
  nowMs: number,
): ActiveAlert | null {
  const alert = readAlert(documentId, fields);
  if (alert === null || isPausedAt(alert, nowMs)) return null;
  const { createdAtMs, resumedAtMs = 0, changedAtMs, mail, mailOnAtMs } = alert;
  return {
    ...alertFields(alert),
    uid,
    alertId: alertIdentity(documentId, createdAtMs),
    sinceMs: Math.max(createdAtMs, resumedAtMs, pauseEndMs(alert) ?? 0),
    ...(mail === false && { mail }),
    ...(mailOnAtMs !== undefined && { mailedSinceMs: mailOnAtMs }),
    ...(changedAtMs !== undefined && { changedAtMs }),
  };
}

export function readPreferences(fields: StoredFields = {}): PersonPreferences {
  return personPreferencesSchema.parse(withMillis(fields));
}
