import { createContext, type ReactNode, use, useState } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useChannels } from '#shared/member/hooks/use-live-list.ts';
import { useDestinations } from './destinations.ts';

type Destinations = ReturnType<typeof useDestinations> & {
  /** Whether a destination that is ticked also gets the matches of the last days. */
  catchUp: boolean;
  setCatchUp: (catchUp: boolean) => void;
};

const DestinationsContext = createContext<Destinations | null>(null);

interface DestinationsOfAlertsProps {
  alerts: readonly SavedAlert[];
  children: ReactNode;
}

/**
 * Provides the rows of a list with the destinations of matches. One provider for all rows, because a channel
 * stores its alerts as one list, which ticks in several rows change. Requires a `MemberArea`.
 */
export function DestinationsOfAlerts({ alerts, children }: DestinationsOfAlertsProps) {
  const channels = useChannels();
  const [catchUp, setCatchUp] = useState(false);
  const destinations = useDestinations(
    channels.status === 'ready' ? channels.items : [],
    alerts,
    catchUp,
  );
  return (
    <DestinationsContext value={{ ...destinations, catchUp, setCatchUp }}>
      {children}
    </DestinationsContext>
  );
}

/** The destinations of matches; null outside of `DestinationsOfAlerts`. */
export function useAlertDestinations(): Destinations | null {
  return use(DestinationsContext);
}
