import { alertName, besideName, choiceWords, type Delivery } from 'functions/contract';
import { ChevronRight, CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import { exactTime, isoTime } from '#shared/episode/card/relative-time.ts';
import { deliveryReason } from './delivery-reason.ts';
import { useState } from 'react';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

const STATES = {
  sent: { text: 'Sent', icon: CircleCheck, color: 'text-link' },
  failed: { text: 'Not sent,', icon: CircleAlert, color: 'text-danger' },
  cancelled: { text: 'Not sent,', icon: CircleSlash, color: 'text-soft' },
};

interface DeliveryRowProps {
  delivery: Delivery;
  /** True if the message failed and its channel is on. */
  maySendAgain: boolean;
}

export function DeliveryRow({ delivery, maySendAgain }: DeliveryRowProps) {
  const { channel, answer } = delivery;
  const { text, icon: Icon, color } = STATES[delivery.state];
  const reason = deliveryReason(delivery);
  return (
    <li className="flex gap-3 py-4">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} strokeWidth={1.75} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold break-words">{delivery.subject}</p>
        <p className="text-sm text-soft">
          {channel && <span>{`${channel.name}: `}</span>}
          <span>{text}</span>{' '}
          <time dateTime={isoTime(delivery.atMs)}>{exactTime(delivery.atMs)}</time>
          {reason !== '' && <span>{`. ${reason}`}</span>}
          {answer && channel?.kind !== 'feed' && delivery.state === 'sent' && (
            <span>{answerText(answer)}</span>
          )}
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
        {maySendAgain && <SendAgain id={delivery.id} subject={delivery.subject} />}
      </div>
    </li>
  );
}

/** Returns the service's response, such as ", answered 204 in 0.3 s". Empty for a private feed. */
function answerText({ status, tookMs }: NonNullable<Delivery['answer']>): string {
  return status === null ? '' : `, answered ${status} in ${(tookMs / 1000).toFixed(1)} s`;
}

function historyName(alert: Delivery['alerts'][number]): string {
  return [alertName(alert), ...choiceWords(alert)].join(', ');
}

function DeliveryEpisodes({ alerts }: Pick<Delivery, 'alerts'>) {
  return (
    <dl className="mt-1 space-y-3 pl-5">
      {alerts.map(({ alertId, count, episodes, ...alert }) => (
        <div key={alertId}>
          <dt className="font-medium break-words">
            <bdi>{alertName(alert)}</bdi>
            <Beside>{besideName(alert)}</Beside>
          </dt>
          {episodes.map(({ title, link, podcast }) => (
            <dd key={`${link} ${title}`} className="mt-1 break-words text-soft">
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                className="outside rounded-sm text-ink underline decoration-line underline-offset-4 hover:decoration-current"
              >
                <bdi>{title}</bdi>
              </a>
              , <bdi>{podcast}</bdi>
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

/** Shows excluded terms and settings, or why the query matches nothing. */
function Beside({ children }: { children: string | null }) {
  return children && <span className="block font-normal text-soft">{children}</span>;
}

interface SendAgainProps {
  id: string;
  subject: string;
}

function SendAgain({ id, subject }: SendAgainProps) {
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run } = useCall('Could not send it again. Please try again.');
  return (
    <div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isAsked ? 'Sending it again.' : ''}
      </p>
      {!isAsked && (
        <TextButton
          disabled={busy}
          className="min-h-9 text-sm disabled:opacity-70"
          onClick={() =>
            run(async ({ resendDelivery }) => {
              await resendDelivery(id);
              setAsked(true);
            })
          }
        >
          Send again<span className="sr-only">: {subject}</span>
        </TextButton>
      )}
      <FailureNotice text={failure} />
    </div>
  );
}
