import { History } from 'lucide-react';
import { useState } from 'react';
import { MemberArea } from '#shared/member/member-area.tsx';
import { useDeliveries } from '#shared/member/hooks/use-deliveries.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { Panel } from '#features/account/form/panel.tsx';

const ID = 'history';
const STEP = 10;
const FAILED = <FailureNotice text="Your alert history cannot be loaded right now." />;

/** What was emailed and when, newest first; the address `#history` leads to it. */
export function AlertHistory() {
  useAnchor(ID, true);
  return (
    <Panel id={ID} title="Alert history">
      <MemberArea fallback={<Room />} failed={FAILED}>
        <Deliveries />
      </MemberArea>
    </Panel>
  );
}

function Deliveries() {
  const [shown, setShown] = useState(STEP);
  // Ask for one more than is shown: whether it is there says whether there are more.
  const live = useDeliveries(shown + 1);
  if (live.status === 'failed') return FAILED;
  if (live.status === 'loading') return <Room />;
  if (live.items.length === 0) {
    return (
      <div className="py-6 text-center text-soft">
        <History aria-hidden className="mx-auto size-9" strokeWidth={1.5} />
        <p className="mt-3">Nothing mailed yet</p>
      </div>
    );
  }
  return (
    <>
      <ul className="-mt-4 divide-y divide-line">
        {live.items.slice(0, shown).map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {live.items.length > shown && (
        <Button tone="plain" onClick={() => setShown(shown + STEP)}>
          Show more
        </Button>
      )}
      <p className="text-sm text-soft">Entries stay for 90 days.</p>
    </>
  );
}

/** Keeps the place of the list until it is there. */
function Room() {
  return <div role="status" aria-label="Loading alert history" className="min-h-28" />;
}
