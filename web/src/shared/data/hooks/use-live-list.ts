import { useEffect, useState } from 'react';
import { useObservable } from 'reactfire';
import { LOADING, type LiveList, type LiveQuery } from '#shared/data/member/live-query.ts';
import type { MatchPage, Pending, Person, SavedAlert } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import type {
  ApiKey,
  Bookmark,
  Channel,
  ConnectedApp,
  Delivery,
  FollowedShow,
} from 'functions/contract';

type LivePerson =
  { status: 'loading' } | { status: 'ready'; person: Person } | { status: 'failed' };

export function usePerson(): LivePerson {
  const live = useLiveList(useMemberData().person);
  if (live.status !== 'ready') return live;
  const [person] = live.items;
  return person ? { status: 'ready', person } : { status: 'loading' };
}

/** Empty while loading and after an error. Requires a `MemberArea`. */
export function usePending(): Pending {
  const live = useLiveList(useMemberData().pending);
  return live.status === 'ready' ? (live.items[0] ?? NOTHING_PENDING) : NOTHING_PENDING;
}

const NOTHING_PENDING: Pending = { alerts: [], last: {} };

/** Keeps the previous list while a longer one loads. Requires a `MemberArea`. */
export function useDeliveries(atMost: number): LiveList<Delivery> {
  const live = useLiveList(useMemberData().deliveries(atMost));
  const [last, setLast] = useState(live);
  if (live.status !== 'loading' && live !== last) setLast(live);
  return live.status === 'loading' ? last : live;
}

export function useBookmarks(): LiveList<Bookmark> {
  return useLiveList(useMemberData().bookmarks);
}

export function useShows(): LiveList<FollowedShow> {
  return useLiveList(useMemberData().shows);
}

export function useChannels(): LiveList<Channel> {
  return useLiveList(useMemberData().channels);
}

export function useKeys(): LiveList<ApiKey> {
  return useLiveList(useMemberData().keys);
}

export function useApps(): LiveList<ConnectedApp> {
  return useLiveList(useMemberData().apps);
}

export function useAlerts(): LiveList<SavedAlert> {
  return useLiveList(useMemberData().alerts);
}

type LiveMatches =
  { status: 'loading' } | { status: 'ready'; page: MatchPage } | { status: 'failed' };

/** The newest page, of all alerts or of one (`alertIdentity`). Requires a `MemberArea`. */
export function useMatches(alert?: string): LiveMatches {
  const live = useLiveList(useMemberData().matches(alert));
  if (live.status !== 'ready') return live;
  const [page] = live.items;
  return page ? { status: 'ready', page } : { status: 'loading' };
}

function useLiveList<T>(source: LiveQuery<T>): LiveList<T> {
  // reactfire never leaves an observable, so it does not decide for how long the list listens.
  useEffect(() => source.hold(), [source]);
  return useObservable<LiveList<T>>(source.name, source.values, { initialData: LOADING }).data;
}
