import { History } from 'lucide-react';
import { useState } from 'react';
import {
  useAlerts,
  useChannels,
  useDeliveries,
  usePerson,
} from '#shared/data/hooks/use-live-list.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { Panel } from '#features/alerts/delivery/panel.tsx';
import { ChannelFilter, EVERYTHING, isShown } from './channel-filter.tsx';
import { DeliveryRow } from './delivery-row.tsx';

const ID = 'history';
const STEP = 10;
/**
 * Page size while a filter is on. The browser filters, because emails lack the field `channel`, and Firestore
 * cannot query for a missing field.
 */
const FILTERED = 50;
const FAILED = <FailureNotice text="Your alert history cannot be loaded right now." />;

/** Lists digests and channel messages, newest first. `#history` links here. Requires a `MemberArea`. */
export function AlertHistory() {
  const above = [usePerson(), useChannels(), useAlerts()];
  useAnchor(
    ID,
    above.every(({ status }) => status !== 'loading'),
  );
  return (
    <Panel id={ID} title="Alert history">
      <Deliveries />
    </Panel>
  );
}

function Deliveries() {
  const [shown, setShown] = useState(STEP);
  const [filter, setFilter] = useState(EVERYTHING);
  const channels = useChannels();
  // Reads one more delivery than it shows, to know whether there are more.
  const live = useDeliveries(shown + 1);
  if (live.status === 'failed') return FAILED;
  if (live.status === 'loading') return <Room />;
  const own = channels.status === 'ready' ? channels.items : [];
  const working = new Set(own.filter(({ state }) => state === 'on').map(({ id }) => id));
  if (live.items.length === 0) {
    return (
      <div className="py-6 text-center text-soft">
        <History aria-hidden className="mx-auto size-9" strokeWidth={1.5} />
        <p className="mt-3">Nothing sent yet</p>
      </div>
    );
  }
  const isFiltered = filter !== EVERYTHING;
  const hasMore = live.items.length > shown;
  const listed = live.items.slice(0, shown).filter((delivery) => isShown(filter, delivery));
  return (
    <>
      {own.length > 0 && (
        <ChannelFilter
          channels={own}
          chosen={filter}
          onChoose={(next) => {
            setFilter(next);
            setShown(next === EVERYTHING ? STEP : FILTERED);
          }}
        />
      )}
      <ul className="-mt-4 divide-y divide-line empty:hidden">
        {listed.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            maySendAgain={
              delivery.state === 'failed' && working.has(delivery.channel?.id ?? 'email')
            }
          />
        ))}
      </ul>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isFiltered && lookedAtText(listed.length, hasMore ? shown : null)}
      </p>
      {hasMore && (
        <Button tone="plain" onClick={() => setShown(shown + (isFiltered ? FILTERED : STEP))}>
          {isFiltered ? `Search ${FILTERED} more` : 'Show more'}
        </Button>
      )}
      <p className="text-sm text-soft">Entries stay for 90 days.</p>
    </>
  );
}

/** @param lookedAt Number of deliveries that the filter has searched; null if it has searched all. */
function lookedAtText(found: number, lookedAt: number | null): string {
  if (lookedAt === null) return found === 0 ? 'No entry for this channel.' : '';
  return `${found === 0 ? 'None' : found} of the newest ${lookedAt} entries.`;
}

function Room() {
  return <div role="status" aria-label="Loading alert history" className="min-h-28" />;
}
