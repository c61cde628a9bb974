import { ChevronRight, CircleAlert, CircleCheck, CircleSlash, History } from 'lucide-react';
import { useState } from 'react';
import { MemberArea } from '#shared/member/member-area.tsx';
import { useDeliveries } from '#shared/member/hooks/use-live-list.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { Panel } from '#features/account/form/panel.tsx';
import { alertName, besideName, type Delivery } from 'functions/contract';
import { exactTime, isoTime } from '#shared/episode/card/relative-time.ts';
import { deliveryReason } from './delivery-reason.ts';

const STATES = {
  sent: { text: 'Sent', icon: CircleCheck, color: 'text-link' },
  failed: { text: 'Not sent,', icon: CircleAlert, color: 'text-danger' },
  cancelled: { text: 'Not sent,', icon: CircleSlash, color: 'text-soft' },
};

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { text, icon: Icon, color } = STATES[delivery.state];
  const reason = deliveryReason(delivery);
  return (
    <li className="flex gap-3 py-4">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} strokeWidth={1.75} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold break-words">{delivery.subject}</p>
        <p className="text-sm text-soft">
          {text} <time dateTime={isoTime(delivery.atMs)}>{exactTime(delivery.atMs)}</time>
          {reason !== '' && `. ${reason}`}
        </p>
        {delivery.alerts.length > 0 && (
          <details className="group text-sm">
            <summary className="flex w-fit max-w-full cursor-pointer list-none gap-1 rounded-sm py-1 font-medium text-link underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="mt-0.5 size-4 shrink-0 transition-transform group-open:rotate-90"
              />
              <span className="min-w-0 break-words">
                {delivery.alerts
                  .map((alert) => `${historyName(alert)} (${alert.count})`)
                  .join(', ')}
              </span>
            </summary>
            <DeliveryEpisodes alerts={delivery.alerts} />
          </details>
        )}
      </div>
    </li>
  );
}

function historyName(alert: Delivery['alerts'][number]): string {
  return alert.spoken === false ? `${alertName(alert)}, notes only` : alertName(alert);
}

function DeliveryEpisodes({ alerts }: Pick<Delivery, 'alerts'>) {
  return (
    <dl className="mt-1 space-y-3 pl-5">
      {alerts.map(({ alertId, count, episodes, ...alert }) => (
        <div key={alertId}>
          <dt className="font-medium break-words">
            {alertName(alert)}
            <Beside>{besideName(alert)}</Beside>
          </dt>
          {episodes.map(({ title, link, podcast }) => (
            <dd key={`${link} ${title}`} className="mt-1 break-words text-soft">
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                className="rounded-sm text-ink underline decoration-line underline-offset-4 hover:decoration-current"
              >
                {title}
              </a>
              {`, ${podcast}`}
            </dd>
          ))}
          {count > episodes.length && (
            <dd className="mt-1 text-soft">and {count - episodes.length} more</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Excluded terms and restrictions of an alert's query. */
function Beside({ children }: { children: string | null }) {
  return children && <span className="block font-normal text-soft">{children}</span>;
}

const ID = 'history';
const STEP = 10;
const FAILED = <FailureNotice text="Your alert history cannot be loaded right now." />;

/** Sent and unsent digests, newest first; the target of `#history`. */
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
  // One more than is shown tells whether there are more.
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

function Room() {
  return <div role="status" aria-label="Loading alert history" className="min-h-28" />;
}
