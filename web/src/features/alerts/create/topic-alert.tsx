import { clsx } from 'clsx';
import { BellPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AlertCreated } from './alert-created.tsx';
import { AlertPlace } from './alert-place.tsx';
import { isSameAlert } from './keyword-problem.ts';
import { topicIntent } from '#features/alerts/pending-alert/topic-intent.ts';
import { useAddAlerts } from './use-add-alerts.ts';

interface TopicAlertProps {
  name: string;
  keywords: readonly string[];
  /**
   * True for a hub, whose keywords are different topics with an alert each. Otherwise, they are names of one
   * topic.
   */
  isHub?: boolean;
  verify?: ReactNode;
}

/** Offers an alert for a landing page's topic, or says that the person already has it. */
export function TopicAlert(props: TopicAlertProps) {
  return (
    <MemberArea fallback={<AlertPlace />}>
      <Topic key={props.keywords.join()} {...props} />
    </MemberArea>
  );
}

function Topic({ name, keywords, isHub = false, verify }: TopicAlertProps) {
  const alerts = useAlerts();
  const [created, setCreated] = useState(false);
  const { status, add, failureText } = useAddAlerts();
  const intent = isHub ? { keywords, otherNames: [] } : topicIntent(keywords);
  const saved = alerts.status === 'ready' ? alerts.items : [];
  const missing = intent.keywords.filter((own) => !saved.some((alert) => isSameAlert(alert, own)));
  const isThere = alerts.status === 'ready' && missing.length === 0;

  if (alerts.status === 'loading') return <AlertPlace />;
  if (created || (isThere && status === 'idle')) {
    const added = created ? intent.keywords : [];
    return <AlertCreated created={added} otherNames={intent.otherNames} verify={verify} />;
  }
  return (
    <div className="space-y-3">
      <button
        type="button"
        disabled={status === 'busy' || status === 'waiting'}
        onClick={() => add(missing, () => setCreated(true))}
        className={clsx(
          'flex w-full items-center gap-3 rounded-2xl border border-line bg-surface text-left font-semibold shadow-card transition-colors enabled:hover:border-field disabled:opacity-70',
          isHub ? 'h-12 px-5' : 'p-5',
        )}
      >
        <BellPlus aria-hidden className="size-6 shrink-0 text-link" strokeWidth={1.75} />
        {status === 'busy'
          ? 'Creating...'
          : isHub
            ? 'Follow this topic'
            : `Create an alert for ${name}`}
      </button>
      <p role="status" className={status === 'waiting' ? 'px-1 text-sm text-soft' : 'sr-only'}>
        {status === 'waiting'
          ? 'Waiting for the connection. Your alert is saved when it returns.'
          : ''}
      </p>
      <FailureNotice text={failureText()} />
    </div>
  );
}
