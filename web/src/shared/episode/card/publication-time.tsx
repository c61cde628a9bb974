import { dayOfPublication, exactTime, isoTime, relativeTime } from './relative-time.ts';
import { useSyncExternalStore } from 'react';

function neverChanges() {
  return () => undefined;
}

/** False on the server and during hydration, then true. Until then, server and browser must render the same. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

interface PublicationTimeProps {
  /** Epoch milliseconds, as in the search response. */
  at: number | null;
  /** The time that relative dates refer to, in epoch milliseconds. */
  now: number;
  className?: string;
}

/**
 * The time since publication; until hydration the day, because a prerendered "2 hours ago" would be outdated. A
 * component of its own, so that hydration does not render the whole card again.
 */
export function PublicationTime({ at, now, className }: PublicationTimeProps) {
  const hydrated = useHydrated();
  return (
    <time
      dateTime={isoTime(at)}
      className={className}
      // Set on hover only, because formatting the tooltips of all cards is slow on phones.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exactTime(at);
      }}
    >
      {hydrated ? relativeTime(at, now) : dayOfPublication(at)}
    </time>
  );
}
