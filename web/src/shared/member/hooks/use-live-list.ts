import { useSyncExternalStore } from 'react';
import { useObservable } from 'reactfire';
import type { LiveList, LiveQuery } from '#shared/member/data/live-query.ts';

/** Follows a live list for as long as the component is mounted; all who follow it share one listener. */
export function useLiveList<T>(source: LiveQuery<T>): LiveList<T> {
  const stretch = useSyncExternalStore(source.hold, source.stretch);
  const { data } = useObservable<LiveList<T> | undefined>(stretch, source.values());
  return data ?? { status: 'loading' };
}
