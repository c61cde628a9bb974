import { dayOfPublication, exactTime, isoTime, relativeTime } from './relative-time.ts';
import { useSyncExternalStore } from 'react';

function neverChanges() {
  return () => undefined;
}

/**
 * False while a page is prerendered and while the browser takes that page over, true from then on.
 * What the browser alone can know may be rendered once this is true: before, both must agree.
 */
function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

interface PublicationTimeProps {
  /** Epoch milliseconds, as the search gave it. */
  at: number | null;
  /** The moment that a relative time counts from, epoch milliseconds. */
  now: number;
  className: string;
}

/**
 * When an episode came out. A prerendered page says the day until the browser has taken it over: "2
 * hours ago" would be wrong by then. A component of its own, so that this change renders nothing else anew.
 */
export function PublicationTime({ at, now, className }: PublicationTimeProps) {
  const hydrated = useHydrated();
  return (
    <time
      dateTime={isoTime(at)}
      // Only when somebody points at it: formatting ten of them at once is slow on a phone.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exactTime(at);
      }}
      className={className}
    >
      {hydrated ? relativeTime(at, now) : dayOfPublication(at)}
    </time>
  );
}
