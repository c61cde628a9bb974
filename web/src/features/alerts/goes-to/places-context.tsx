import { createContext, type ReactNode, use, useState } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useChannels } from '#shared/member/hooks/use-live-list.ts';
import { usePlaces } from './places.ts';

type Places = ReturnType<typeof usePlaces> & {
  /** What is ticked also tells the last days. */
  catchUp: boolean;
  setCatchUp: (catchUp: boolean) => void;
};

const PlacesContext = createContext<Places | null>(null);

interface PlacesOfAlertsProps {
  alerts: readonly SavedAlert[];
  children: ReactNode;
}

/**
 * The places of all alerts of a list. A channel stores its alerts together, so ticks of several rows must know of
 * each other. Requires a `MemberArea`.
 */
export function PlacesOfAlerts({ alerts, children }: PlacesOfAlertsProps) {
  const channels = useChannels();
  const [catchUp, setCatchUp] = useState(false);
  const places = usePlaces(channels.status === 'ready' ? channels.items : [], alerts, catchUp);
  return <PlacesContext value={{ ...places, catchUp, setCatchUp }}>{children}</PlacesContext>;
}

/** Null outside of `PlacesOfAlerts`. */
export function useAlertPlaces(): Places | null {
  return use(PlacesContext);
}
