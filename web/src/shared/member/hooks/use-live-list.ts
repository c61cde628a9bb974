import { useState, useSyncExternalStore } from 'react';
import { useObservable } from 'reactfire';
import type { LiveList, LiveQuery } from '#shared/member/data/live-query.ts';
import type { Person, SavedAlert } from '#shared/member/data/member-data.ts';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import type { Bookmark, Delivery } from 'functions/contract';

/** What is stored about the person themselves, followed live. `failed` is tried again by itself. */
type LivePerson =
  { status: 'loading' } | { status: 'ready'; person: Person } | { status: 'failed' };

/** What is stored about the person who is signed in, live. Only inside a `MemberArea`. */
export function usePerson(): LivePerson {
  const live = useLiveList(useMemberData().person);
  if (live.status !== 'ready') return live;
  const [person] = live.items;
  return person ? { status: 'ready', person } : { status: 'loading' };
}

/**
 * The newest digests of the person's history, live and newest first. While more than before are
 * being fetched those of before stay. Only inside a `MemberArea`.
 */
export function useDeliveries(atMost: number): LiveList<Delivery> {
  const live = useLiveList(useMemberData().deliveries(atMost));
  const [last, setLast] = useState(live);
  if (live.status !== 'loading' && live !== last) setLast(live);
  return live.status === 'loading' ? last : live;
}

/** The person's bookmarks, live and newest first. Only inside a `MemberArea`. */
export function useBookmarks(): LiveList<Bookmark> {
  return useLiveList(useMemberData().bookmarks);
}

/** The person's alerts, live and newest first. Only inside a `MemberArea`. */
export function useAlerts(): LiveList<SavedAlert> {
  return useLiveList(useMemberData().alerts);
}

/** Follows a live list for as long as the component is mounted; all who follow it share one listener. */
function useLiveList<T>(source: LiveQuery<T>): LiveList<T> {
  const stretch = useSyncExternalStore(source.hold, source.stretch);
  const { data } = useObservable<LiveList<T> | undefined>(stretch, source.values());
  return data ?? { status: 'loading' };
}
