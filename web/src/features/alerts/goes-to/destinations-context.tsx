import { createContext, type ReactNode, use, useState } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useChannels } from '#shared/member/hooks/use-live-list.ts';
import { useDestinations } from './destinations.ts';

type Destinations = ReturnType<typeof useDestinations> & {
  /** What is ticked also tells the last days. */
  catchUp: boolean;
  setCatchUp: (catchUp: boolean) => void;
};

const DestinationsContext = createContext<Destinations | null>(null);

interface DestinationsOfAlertsProps {
  alerts: readonly SavedAlert[];
  children: ReactNode;
}

/**
 * The destinations of all alerts of a list. A channel stores its alerts together, so ticks of several rows must know of
 * each other. Requires a `MemberArea`.
 */
export function DestinationsOfAlerts({ alerts, children }: DestinationsOfAlertsProps) {
  const channels = useChannels();
  const [catchUp, setCatchUp] = useState(false);
  const destinations = useDestinations(channels.status === 'ready' ? channels.items : [], alerts, catchUp);
  return <DestinationsContext value={{ ...destinations, catchUp, setCatchUp }}>{children}</DestinationsContext>;
}

/** Null outside of `DestinationsOfAlerts`. */
export function useAlertDestinations(): Destinations | null {
  return use(DestinationsContext);
}
