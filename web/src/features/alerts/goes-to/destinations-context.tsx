import { createContext, type ReactNode, use } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useChannels } from '#shared/data/hooks/use-live-list.ts';
import { useDestinations } from './destinations.ts';

type Destinations = ReturnType<typeof useDestinations>;

const DestinationsContext = createContext<Destinations | null>(null);

interface DestinationsOfAlertsProps {
  alerts: readonly SavedAlert[];
  children: ReactNode;
}

/**
 * One provider serves all rows, because ticks in several rows change the same list of a channel's alerts.
 * Requires a `MemberArea`.
 */
export function DestinationsOfAlerts({ alerts, children }: DestinationsOfAlertsProps) {
  const channels = useChannels();
  const destinations = useDestinations(channels.status === 'ready' ? channels.items : [], alerts);
  return <DestinationsContext value={destinations}>{children}</DestinationsContext>;
}

/** Null outside of `DestinationsOfAlerts`. */
export function useAlertDestinations(): Destinations | null {
  return use(DestinationsContext);
}
