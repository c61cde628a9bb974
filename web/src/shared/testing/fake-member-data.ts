import {
  type ApiKey,
  type Bookmark,
  type Channel,
  type ConnectedApp,
  restoreTerm,
  DEFAULT_PREFERENCES,
  type Delivery,
  excludeTerm,
  type FollowedShow,
  MAX_ALERTS,
  MAX_BOOKMARKS,
  newAlert,
  type LastMatches,
  type PendingAlert,
  type Preferences,
  type StoredMatch,
  toBookmark,
  queryLanguage,
} from 'functions/contract';
import { BehaviorSubject, map } from 'rxjs';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';
import { fakeMatches } from '#shared/testing/fake-matches.ts';
import { change, follow, type Stored } from '#shared/testing/stored-list.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { createLiveQuery, type LiveQuery } from '#shared/data/member/live-query.ts';
import {
  LimitReached,
  type MemberData,
  NothingFits,
  type Pending,
  type Person,
  type SavedAlert,
} from '#shared/data/member/member-data.ts';

const UNTOUCHED = {
  suppression: null,
  verifiedAtMs: null,
  asksAboutAlerts: false,
  seenAtMs: null,
};

let clock = 0;

interface Stock {
  alerts?: readonly SavedAlert[];
  bookmarks?: readonly Bookmark[];
  deliveries?: readonly Delivery[];
  matches?: readonly StoredMatch[];
  shows?: readonly FollowedShow[];
  channels?: readonly Channel[];
  keys?: readonly ApiKey[];
  apps?: readonly ConnectedApp[];
  pending?: readonly PendingAlert[];
  last?: LastMatches;
  person?: Partial<Person>;
}

/** MemberData in memory for tests: live lists, and failures on demand. */
export function fakeMemberData({
  alerts = [],
  bookmarks = [],
  deliveries = [],
  matches = [],
  shows = [],
  channels = [],
  keys = [],
  apps = [],
  pending = [],
  last = {},
  person = {},
}: Stock = {}) {
  const storedAlerts = new BehaviorSubject<Stored<SavedAlert>>(alerts);
  const storedBookmarks = new BehaviorSubject<Stored<Bookmark>>(bookmarks);
  const storedDeliveries = new BehaviorSubject<Stored<Delivery>>(deliveries);
  const storedMatches = new BehaviorSubject<Stored<StoredMatch>>(matches);
  const storedShows = new BehaviorSubject<Stored<FollowedShow>>(shows);
  const storedChannels = new BehaviorSubject<Stored<Channel>>(channels);
  const storedKeys = new BehaviorSubject<Stored<ApiKey>>(keys);
  const storedApps = new BehaviorSubject<Stored<ConnectedApp>>(apps);
  const storedPending = new BehaviorSubject<Stored<Pending>>([{ alerts: pending, last }]);
  const storedPerson = new BehaviorSubject<Stored<Person>>([
    { preferences: NEVER_CHOSEN, ...UNTOUCHED, ...person },
  ]);
  const timing = { lingerMs: 0, retryMs: 60_000, timeoutMs: 60_000 };
  const deliverySources = new Map<number, LiveQuery<Delivery>>();
  const data: MemberData = {
    person: createLiveQuery(() => follow(storedPerson), timing),
    alerts: createLiveQuery(() => follow(storedAlerts), timing),
    bookmarks: createLiveQuery(() => follow(storedBookmarks), timing),
    shows: createLiveQuery(() => follow(storedShows), timing),
    channels: createLiveQuery(() => follow(storedChannels), timing),
    keys: createLiveQuery(() => follow(storedKeys), timing),
    apps: createLiveQuery(() => follow(storedApps), timing),
    pending: createLiveQuery(() => follow(storedPending), timing),
    deliveries(atMost) {
      const source =
        deliverySources.get(atMost) ??
        createLiveQuery(
          () => follow(storedDeliveries).pipe(map((items) => items.slice(0, atMost))),
          timing,
        );
      deliverySources.set(atMost, source);
      return source;
    },
    ...fakeMatches(storedMatches, timing),
    savePreferences: (preferences) =>
      change(storedPerson, ([now]) => [
        { ...UNTOUCHED, ...now, preferences: { ...preferences, updatedAtMs: 1 } },
      ]),
    markAllRead: () =>
      change(storedPerson, ([now]) => [
        { preferences: NEVER_CHOSEN, ...UNTOUCHED, ...now, seenAtMs: Date.now() },
      ]),
    addAlerts: async (keywords, choice) => {
      await data.importAlerts(keywords.map((keyword) => newAlert(keyword, choice)));
    },
    async importAlerts(wanted) {
      const added = wanted.map((alert) => ({
        ...sampleAlert(alert.keyword),
        ...alert,
        createdAtMs: ++clock,
      }));
      await add(storedAlerts, added, MAX_ALERTS);
      await change(storedPerson, ([now]) => [withFirstPreferences(now)]);
      return added.map(({ id }) => id);
    },
    deleteAlerts: (ids) =>
      change(storedAlerts, (items) => items.filter(({ id }) => !ids.includes(id))),
    async excludeTerm(alert, term) {
      const asked = excludeTerm(alert, term);
      if (asked === null) throw new NothingFits();
      const excludedAtMs = { ...alert.excludedAtMs, [term]: Date.now() };
      await change(storedAlerts, (items) =>
        changed(items, alert.id, { language: undefined, ...asked, excludedAtMs }),
      );
    },
    restoreTerm: (alert, term) =>
      change(storedAlerts, (items) =>
        changed(items, alert.id, {
          language: undefined,
          ...restoreTerm(alert, term),
          excludedAtMs: Object.fromEntries(
            Object.entries(alert.excludedAtMs ?? {}).filter(([excluded]) => excluded !== term),
          ),
        }),
      ),
    rewordAlert: (id, keyword) =>
      change(storedAlerts, (items) =>
        changed(items, id, {
          keyword: keyword.trim(),
          language: queryLanguage(keyword),
        }),
      ),
    deleteAlert: (id) => change(storedAlerts, (items) => without(items, id)),
    restoreAlert: (alert) =>
      change(storedAlerts, (items) => newestFirst([...items, { ...alert, excludedAtMs: {} }])),
    pauseAlert: (id, pausedUntilMs) =>
      change(storedAlerts, (items) =>
        changed(items, id, { paused: true, pausedAtMs: Date.now(), pausedUntilMs }),
      ),
    resumeAlert: (id) =>
      change(storedAlerts, (items) =>
        changed(items, id, { paused: false, pausedUntilMs: undefined }),
      ),
    chooseSpoken: (id, spoken) => change(storedAlerts, (items) => changed(items, id, { spoken })),
    chooseOnlyAbout: (id, onlyAbout) =>
      change(storedAlerts, (items) => changed(items, id, { onlyAbout })),
    chooseMailed: (id, mailed) =>
      change(storedAlerts, (items) => changed(items, id, { mail: mailed ? undefined : false })),
    async addBookmark(bookmark) {
      const saved = { ...savedBookmark(bookmark), createdAtMs: ++clock };
      const stored = storedBookmarks.value instanceof Error ? [] : storedBookmarks.value;
      if (stored.some(({ episodeId }) => episodeId === saved.episodeId)) return;
      await add(storedBookmarks, [saved], MAX_BOOKMARKS);
    },
    removeBookmark: (id) => change(storedBookmarks, (items) => without(items, id)),
    restoreBookmark: (bookmark) =>
      change(storedBookmarks, (items) => newestFirst([...items, bookmark])),
    close: () => undefined,
  };
  return {
    data,
    /** The following functions simulate changes that only the server makes. */
    changeDeliveries: (to: readonly Delivery[]) => storedDeliveries.next(to),
    changeMatches: (to: readonly StoredMatch[]) => storedMatches.next(to),
    changeShows: (to: readonly FollowedShow[]) => storedShows.next(to),
    changeChannels: (to: readonly Channel[]) => storedChannels.next(to),
    changePending: (to: readonly PendingAlert[]) => storedPending.next([{ alerts: to, last }]),
    changeKeys: (to: readonly ApiKey[]) => storedKeys.next(to),
    alertsAreFollowed: () => storedAlerts.observed,
    breakDown: () => {
      storedAlerts.next(new Error('permission denied'));
      storedBookmarks.next(new Error('permission denied'));
      storedDeliveries.next(new Error('permission denied'));
      storedMatches.next(new Error('permission denied'));
      storedShows.next(new Error('permission denied'));
      storedChannels.next(new Error('permission denied'));
      storedPending.next(new Error('permission denied'));
      storedKeys.next(new Error('permission denied'));
      storedPerson.next(new Error('permission denied'));
    },
  };
}

const NEVER_CHOSEN: Preferences = { ...DEFAULT_PREFERENCES, updatedAtMs: null };

function withFirstPreferences(person: Person | undefined): Person {
  const known = { preferences: NEVER_CHOSEN, ...UNTOUCHED, ...person };
  if (known.preferences.updatedAtMs !== null) return known;
  const usual = { ...DEFAULT_PREFERENCES, timeZone: browserTimeZone(), updatedAtMs: 1 };
  return { ...known, preferences: usual };
}

export function sampleAlert(keyword: string): SavedAlert {
  return { id: `id-${keyword.trim()}`, keyword: keyword.trim(), createdAtMs: 0, pending: false };
}

export function sampleBookmark(title: string): Bookmark {
  const episode = sampleEpisode({ title, link: `https://shows.example/${encodeURI(title)}` });
  const bookmark = toBookmark(episode);
  if (!bookmark) throw new Error(`no bookmark can be made of ${title}`);
  return savedBookmark(bookmark);
}

function savedBookmark(bookmark: Omit<Bookmark, 'id' | 'createdAtMs'>): Bookmark {
  return { ...bookmark, id: `id-${bookmark.title}`, createdAtMs: 0 };
}

function add<T>(
  stored: BehaviorSubject<Stored<T>>,
  added: readonly T[],
  limit: number,
): Promise<void> {
  const items = stored.value instanceof Error ? [] : stored.value;
  if (items.length + added.length > limit) return Promise.reject(new LimitReached());
  return change(stored, () => [...added, ...items]);
}

function without<T extends { id: string }>(items: readonly T[], id: string): readonly T[] {
  return items.filter((item) => item.id !== id);
}

function newestFirst<T extends { createdAtMs: number }>(items: readonly T[]): readonly T[] {
  return items.toSorted((one, other) => other.createdAtMs - one.createdAtMs);
}

function changed<T extends { id: string }>(
  items: readonly T[],
  id: string,
  fields: Partial<T>,
): readonly T[] {
  return items.map((item) => (item.id === id ? { ...item, ...fields } : item));
}
