import {
  type DocumentData,
  FieldPath,
  FieldValue,
  type QuerySnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import {
  type Alert,
  queryLanguage,
  isPausedAt,
  isSameAlert,
  MAIL,
  MAX_ALERTS,
  newAlert,
  readAlert,
  readMatch,
  pauseEndMs,
  PENDING_FIELDS,
  readLastMatches,
  readPendingAlerts,
  slotIds,
  withLastMatch,
} from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';
import { personTransaction } from '../../platform/person-transaction.ts';
import type { AlertChange, AlertStore } from './alert-store.ts';

/** Pending matches are counted up to this number. */
const MAX_PENDING_READ = 1000;

/** Writes only the fields that firestore.rules allow the person to write. */
export function firestoreAlerts(uid: string): AlertStore {
  const collection = async () => (await database()).collection(`users/${uid}/alerts`);
  return {
    async list() {
      return alertsOf(await (await collection()).get());
    },
    async pending() {
      const { docs, size } = await (
        await database()
      )
        .collection(`users/${uid}/matches`)
        .where('waiting', 'array-contains', MAIL)
        .orderBy('foundAt', 'desc')
        .limit(MAX_PENDING_READ)
        .select(...PENDING_FIELDS)
        .get();
      return readPendingAlerts(
        docs.map((document) => document.data()),
        size < MAX_PENDING_READ,
      );
    },
    async lastMatches() {
      return readLastMatches(
        (await (await database()).doc(`users/${uid}/ledger/pending`).get()).data() ?? {},
      );
    },
    async matches({ alertId, sinceMs, cursor, limit }) {
      let query = (await database())
        .collection(`users/${uid}/matches`)
        .orderBy('foundAt', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
      if (alertId !== undefined) query = query.where('alert', '==', alertId);
      if (sinceMs !== undefined) {
        query = query.where('foundAt', '>=', timeWithin(sinceMs));
      }
      if (cursor !== undefined) {
        query = query.startAfter(new Timestamp(cursor.seconds, cursor.nanoseconds), cursor.id);
      }
      const { docs } = await query.limit(limit + 1).get();
      const page = docs.slice(0, limit);
      const foundAt: unknown = page.at(-1)?.get('foundAt');
      const next =
        docs.length > limit && foundAt instanceof Timestamp
          ? {
              seconds: foundAt.seconds,
              nanoseconds: foundAt.nanoseconds,
              id: page.at(-1)?.id ?? '',
            }
          : null;
      return {
        matches: page.flatMap((document) => readMatch(document.id, document.data()) ?? []),
        next,
      };
    },
    async get(id) {
      const alert = readAlert(id, (await (await collection()).doc(id).get()).data() ?? {});
      return alert && withLastMatch(alert, await this.lastMatches());
    },
    async create(query, { mail, ...choice }) {
      const alerts = await collection();
      const created = await personTransaction(alerts.firestore, uid, async (transaction) => {
        const stored = await transaction.get(alerts);
        const existing = alertsOf(stored).find((alert) => isSameAlert(alert, query));
        if (existing !== undefined) return existing;
        const id = freeSlot(new Set(stored.docs.map((document) => document.id)));
        if (id === undefined) return null;
        const fields = { ...newAlert(query, choice), ...(!mail && { mail: false as const }) };
        transaction.create(alerts.doc(id), { ...fields, createdAt: FieldValue.serverTimestamp() });
        return id;
      });
      if (created === null) return { kind: 'full' };
      if (typeof created !== 'string') {
        return { kind: 'existing', alert: withLastMatch(created, await this.lastMatches()) };
      }
      const alert = await this.get(created);
      // Another device may have deleted the alert in the meantime.
      return alert === null ? this.create(query, { mail, ...choice }) : { kind: 'created', alert };
    },
    async change(id, change) {
      const alerts = await collection();
      const changed = await personTransaction(alerts.firestore, uid, async (transaction) => {
        const stored = await transaction.get(alerts);
        const before = stored.docs.find((document) => document.id === id);
        const alert = before && readAlert(id, before.data());
        if (!before || !alert) return null;
        const { query } = change;
        const others = alertsOf(stored).filter((alert) => alert.id !== id);
        if (query !== undefined && others.some((alert) => isSameAlert(alert, query))) {
          return 'duplicate';
        }
        const fields = changedFields(before.data(), alert, change);
        if (Object.keys(fields).length > 0) transaction.update(before.ref, fields);
        return 'changed';
      });
      return changed === 'changed' ? this.get(id) : changed;
    },
    async remove(id) {
      await (await collection()).doc(id).delete();
    },
  };
}

/** Firestore refuses times after the year 9999 and before the year 1. Nothing was found before 1970. */
function timeWithin(atMs: number): Timestamp {
  return Timestamp.fromMillis(Math.min(Math.max(atMs, 0), Date.UTC(9999, 0)));
}

function alertsOf({ docs }: QuerySnapshot): Alert[] {
  return docs
    .flatMap((document) => readAlert(document.id, document.data()) ?? [])
    .sort((left, right) => right.createdAtMs - left.createdAtMs);
}

/** A random free slot, so that two callers rarely choose the same. */
function freeSlot(taken: ReadonlySet<string>): string | undefined {
  const free = slotIds(MAX_ALERTS).filter((slot) => !taken.has(slot));
  return free[Math.floor(Math.random() * free.length)];
}

/** Returns only the fields that differ from the stored ones, because a changed alert is matched anew. */
function changedFields(before: DocumentData, alert: Alert, change: AlertChange): DocumentData {
  const { query, spoken, onlyAbout, mail } = change;
  const now = FieldValue.serverTimestamp();
  const asked = {
    ...(query !== undefined &&
      query !== before['keyword'] && {
        keyword: query,
        language: queryLanguage(query) ?? FieldValue.delete(),
      }),
    ...(spoken !== undefined && spoken !== (before['spoken'] ?? true) && { spoken }),
    ...(onlyAbout !== undefined && onlyAbout !== (before['onlyAbout'] ?? false) && { onlyAbout }),
    ...(mail !== undefined &&
      mail !== (before['mail'] ?? true) && {
        mail: mail ? FieldValue.delete() : false,
        ...(mail && { mailOnAt: now }),
      }),
    ...pauseFields(alert, change),
  };
  return {
    ...asked,
    ...(Object.keys(asked).length > 0 && { changedAt: now }),
  };
}

function pauseFields(before: Alert, { paused, pausedUntilMs }: AlertChange): DocumentData {
  if (paused === undefined) return {};
  const isPaused = isPausedAt(before, Date.now());
  if (paused === isPaused && (!paused || pausedUntilMs === pauseEndMs(before))) return {};
  const now = FieldValue.serverTimestamp();
  const isTimed = pausedUntilMs !== undefined;
  return {
    paused,
    ...(paused ? { pausedAt: now } : { resumedAt: now }),
    pausedUntil: isTimed ? Timestamp.fromMillis(pausedUntilMs) : FieldValue.delete(),
  };
}
