import {
  type ApiKey,
  type Bookmark,
  type Channel,
  type ConnectedApp,
  restoreTerm,
  type ChangedAlert,
  type Delivery,
  type FollowedShow,
  firstBookmarkSlot,
  excludeTerm,
  MAX_ALERTS,
  MAX_BOOKMARKS,
  newAlert,
  type NewBookmark,
  newBookmarkSchema,
  slotIds,
  queryLanguage,
} from 'functions/contract';
import {
  collection,
  deleteDoc,
  deleteField,
  doc,
  type DocumentReference,
  FieldPath,
  type FieldValue,
  type Firestore,
  limit,
  query,
  serverTimestamp,
  setDoc,
  type Timestamp,
  updateDoc,
  writeBatch,
} from 'firebase/firestore';
import { freeSlots, nextFreeSlot } from './choose-slots.ts';
import { createInSlots } from './create-in-slots.ts';
import { documentsOf, newestFirst } from './documents-of.ts';
import { followDocument, followQuery } from './firestore-live-query.ts';
import { firestoreMatches } from './firestore-matches.ts';
import { retryFirstPreferences } from './first-preferences.ts';
import { followPending } from './follow-pending.ts';
import { createLiveQuery, type LiveQuery } from '#shared/data/member/live-query.ts';
import {
  type ImportedAlert,
  type MemberData,
  NothingFits,
  type Pending,
  type Person,
  type SavedAlert,
} from '#shared/data/member/member-data.ts';
import {
  readAlert,
  readApp,
  readBookmark,
  readChannelDocument,
  readDelivery,
  readKey,
  readPerson,
  readShow,
} from './read-document.ts';
import { restoredAlert, timestampAt } from './restored-alert.ts';

const ALERT_SLOTS = slotIds(MAX_ALERTS);
const BOOKMARK_SLOTS = slotIds(MAX_BOOKMARKS);

export function createMemberData(firestore: Firestore, uid: string): MemberData {
  const person = doc(firestore, 'users', uid);
  const alerts = collection(person, 'alerts');
  const bookmarks = collection(person, 'bookmarks');
  const livePerson = createLiveQuery<Person>(() => followDocument(person, readPerson));
  const liveAlerts = createLiveQuery<SavedAlert>(() =>
    followQuery(newestFirst(alerts, 'createdAt'), readAlert),
  );
  const liveBookmarks = createLiveQuery<Bookmark>(() =>
    followQuery(newestFirst(bookmarks, 'createdAt'), readBookmark),
  );
  const liveShows = createLiveQuery<FollowedShow>(() =>
    followQuery(newestFirst(collection(person, 'shows'), 'followedAt'), readShow),
  );
  const liveChannels = createLiveQuery<Channel>(() =>
    followQuery(newestFirst(collection(person, 'channels'), 'createdAt'), readChannelDocument),
  );
  const liveKeys = createLiveQuery<ApiKey>(() =>
    followQuery(newestFirst(collection(person, 'apiKeys'), 'createdAt'), readKey),
  );
  const liveApps = createLiveQuery<ConnectedApp>(() =>
    followQuery(newestFirst(collection(person, 'apps'), 'createdAt'), readApp),
  );
  const livePending = createLiveQuery<Pending>(() => followPending(person));
  const matches = firestoreMatches(person);
  const liveDeliveries = new Map<number, LiveQuery<Delivery>>();

  function deliveries(atMost: number): LiveQuery<Delivery> {
    const known = liveDeliveries.get(atMost);
    if (known) return known;
    const newest = query(newestFirst(collection(person, 'deliveries'), 'at'), limit(atMost));
    const source = createLiveQuery<Delivery>(() => followQuery(newest, readDelivery));
    liveDeliveries.set(atMost, source);
    return source;
  }

  async function importAlerts(wanted: readonly ImportedAlert[]): Promise<string[]> {
    const ids = await createInSlots({
      ...documentsOf(alerts),
      choose: (taken) => freeSlots(ALERT_SLOTS, new Set(taken.keys()), wanted.length),
      create(slots) {
        const batch = writeBatch(firestore);
        wanted.forEach((alert, index) => {
          batch.set(doc(alerts, slots[index]), newDocument(alert));
        });
        return batch.commit();
      },
    });
    // Not awaited: the alerts are saved even if this fails, and saving the next alert retries.
    void retryFirstPreferences(person);
    return ids;
  }

  async function createBookmark(
    bookmark: NewBookmark,
    createdAt: FieldValue | Timestamp,
    first: number,
  ) {
    const { episodeId } = bookmark;
    await createInSlots({
      ...documentsOf(bookmarks),
      choose(taken) {
        const isThere = [...taken.values()].some((stored) => stored['episodeId'] === episodeId);
        return isThere ? [] : [nextFreeSlot(BOOKMARK_SLOTS, new Set(taken.keys()), first)];
      },
      create: ([slot]) =>
        setDoc(doc(bookmarks, slot), { ...newBookmarkSchema.parse(bookmark), createdAt }),
    });
  }

  return {
    person: livePerson,
    alerts: liveAlerts,
    bookmarks: liveBookmarks,
    shows: liveShows,
    channels: liveChannels,
    keys: liveKeys,
    apps: liveApps,
    pending: livePending,
    deliveries,
    ...matches,
    savePreferences(preferences, isResumed = false) {
      const from = isResumed ? { resumedAt: serverTimestamp() } : {};
      const fields = { ...preferences, updatedAt: serverTimestamp(), ...from };
      return setDoc(person, fields, { merge: true });
    },
    markAllRead: () => updateDoc(person, { seenAt: serverTimestamp() }),
    addAlerts: async (keywords, choice) => {
      await importAlerts(keywords.map((keyword) => newAlert(keyword, choice)));
    },
    importAlerts,
    deleteAlerts(ids) {
      const batch = writeBatch(firestore);
      for (const id of ids) batch.delete(doc(alerts, id));
      return batch.commit();
    },
    deleteAlert: (id) => deleteDoc(doc(alerts, id)),
    async restoreAlert(alert) {
      await createInSlots({
        ...documentsOf(alerts),
        choose: (taken) => [
          nextFreeSlot(ALERT_SLOTS, new Set(taken.keys()), ALERT_SLOTS.indexOf(alert.id)),
        ],
        create: ([slot]) => setDoc(doc(alerts, slot), restoredAlert(alert)),
      });
    },
    rewordAlert: (id, keyword) =>
      updateDoc(doc(alerts, id), {
        keyword: keyword.trim(),
        language: queryLanguage(keyword) ?? deleteField(),
        changedAt: serverTimestamp(),
      }),
    async excludeTerm(alert, term) {
      const changed = excludeTerm(alert, term);
      if (changed === null) throw new NothingFits();
      await changeKeyword(doc(alerts, alert.id), changed, [term, serverTimestamp()]);
    },
    restoreTerm: (alert, term) =>
      changeKeyword(doc(alerts, alert.id), restoreTerm(alert, term), [term, deleteField()]),
    pauseAlert: (id, untilMs) =>
      updateDoc(doc(alerts, id), {
        paused: true,
        pausedAt: serverTimestamp(),
        pausedUntil: untilMs === undefined ? deleteField() : timestampAt(untilMs),
      }),
    resumeAlert: (id) =>
      updateDoc(doc(alerts, id), {
        paused: false,
        resumedAt: serverTimestamp(),
        pausedUntil: deleteField(),
      }),
    chooseSpoken: (id, spoken) =>
      updateDoc(doc(alerts, id), { spoken, changedAt: serverTimestamp() }),
    chooseOnlyAbout: (id, onlyAbout) =>
      updateDoc(doc(alerts, id), { onlyAbout, changedAt: serverTimestamp() }),
    chooseMailed: (id, mailed) =>
      updateDoc(doc(alerts, id), {
        ...(mailed ? { mail: deleteField(), mailOnAt: serverTimestamp() } : { mail: false }),
        changedAt: serverTimestamp(),
      }),
    addBookmark: async (bookmark) =>
      createBookmark(bookmark, serverTimestamp(), await firstBookmarkSlot(bookmark.episodeId)),
    restoreBookmark: ({ id, createdAtMs, ...bookmark }) =>
      createBookmark(bookmark, timestampAt(createdAtMs), BOOKMARK_SLOTS.indexOf(id)),
    removeBookmark: (id) => deleteDoc(doc(bookmarks, id)),
    close() {
      matches.close();
      const lists = [liveAlerts, liveBookmarks, liveShows, liveChannels, liveKeys, liveApps];
      const documents = [livePerson, livePending];
      for (const source of [...documents, ...lists, ...liveDeliveries.values()]) source.close();
    },
  };
}

/** Paused alerts need `changedAt`, because firestore.rules treat a paused new alert as restored. */
function newDocument(alert: ImportedAlert) {
  const changed = alert.paused === true ? { changedAt: serverTimestamp() } : {};
  return { ...alert, createdAt: serverTimestamp(), ...changed };
}

function changeKeyword(
  alert: DocumentReference,
  { keyword, language }: ChangedAlert,
  [term, since]: [term: string, since: FieldValue],
): Promise<void> {
  const others = ['language', language ?? deleteField(), 'changedAt', serverTimestamp()];
  return updateDoc(alert, new FieldPath('excluded', term), since, 'keyword', keyword, ...others);
}
