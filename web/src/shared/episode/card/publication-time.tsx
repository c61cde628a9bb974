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
  now: number;
  className?: string;
}

/**
 * Shows the day until hydration, because a prerendered "2 hours ago" would be outdated. A separate
 * component, so that hydration does not re-render the whole card.
 */
export function PublicationTime({ at, now, className }: PublicationTimeProps) {
  const hydrated = useHydrated();
  return (
    <time
      dateTime={isoTime(at)}
      className={className}
      // Sets the tooltip only on hover, because formatting the tooltips of all cards is slow on phones.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exactTime(at);
      }}
    >
      {hydrated ? relativeTime(at, now) : dayOfPublication(at)}
    </time>
  );
}
