import { alertKeywords, alertName } from 'functions/contract';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { MemberArea } from '#shared/member/member-area.tsx';
import { useAlerts } from '#shared/member/hooks/use-live-list.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AlertCreated } from './alert-created.tsx';
import { type AlertIntent, forgetIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { isSameAlert } from './keyword-problem.ts';
import { useAddAlerts } from './use-add-alerts.ts';

interface AlertOfferProps {
  /** What the person wanted before they signed in. */
  intent: AlertIntent;
  /** Called when they do not want it any more. */
  onDismiss: () => void;
}

/**
 * Offers a person who has just signed in the alerts they wanted as a visitor. Alerts they have
 * already are not saved again.
 */
export function AlertOffer(props: AlertOfferProps) {
  return (
    <MemberArea fallback={<OfferPlace />}>
      <Offer {...props} />
    </MemberArea>
  );
}

/** Keeps the place until the person's alerts are known, so that nothing below it moves. */
export function OfferPlace() {
  return <div className="h-30.5 rounded-2xl border border-line bg-surface shadow-card" />;
}

function Offer({ intent, onDismiss }: AlertOfferProps) {
  const alerts = useAlerts();
  const [created, setCreated] = useState<readonly string[]>();
  // While alerts are being saved they are in the list already; go on showing them as wanted.
  const [sent, setSent] = useState<readonly string[]>([]);
  const { status, add, failureText } = useAddAlerts();
  if (created) return <AlertCreated created={created} otherNames={intent.otherNames} />;
  if (alerts.status === 'loading') return <OfferPlace />;
  if (alerts.status === 'failed') return null;

  const pending = status === 'busy' || status === 'waiting';
  const missing = pending
    ? sent
    : alertKeywords(intent.keywords).filter(
        (wanted) => !alerts.items.some((alert) => isSameAlert(alert, wanted)),
      );
  if (missing.length === 0) return null;
  const several = missing.length > 1;

  function create() {
    setSent(missing);
    const onDone = () => {
      forgetIntent();
      setCreated(missing);
    };
    add(missing, onDone, intent.spoken);
  }

  return (
    <section
      aria-label="The alert you wanted"
      className="rounded-2xl border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex gap-3">
        <BellPlus aria-hidden className="size-6 shrink-0 text-link" strokeWidth={1.75} />
        <h2 className="min-w-0 flex-1 font-semibold text-balance wrap-anywhere">
          {several ? 'Create alerts' : 'Create an alert'} for {listText(missing.map(nameOf))}?
        </h2>
      </div>
      <div className="mt-4 space-y-3">
        <FailureNotice text={failureText()} />
        <div className="flex flex-wrap gap-3">
          <Button className="h-11 text-[0.9375rem]" disabled={pending} onClick={create}>
            {pending ? 'Creating...' : several ? `Create ${missing.length} alerts` : 'Create alert'}
          </Button>
          <Button
            tone="plain"
            className="h-11 text-[0.9375rem]"
            disabled={pending}
            onClick={onDismiss}
          >
            Not now
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The alert's name, once it is saved. */
function nameOf(keyword: string): string {
  return alertName({ keyword, language: 1 });
}

/** "OpenAI", "OpenAI and a16z", "OpenAI, a16z and NEA". */
function listText(names: readonly string[]): string {
  const [last = '', ...before] = [...names].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
}
