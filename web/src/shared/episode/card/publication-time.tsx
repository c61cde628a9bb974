import { useHydrated } from '#shared/page/use-hydrated.ts';
import { dayOfPublication, exactTime, isoTime, relativeTime } from './relative-time.ts';

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
