import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { ChannelHint } from './channel-hint.tsx';
import { isSameAlert } from './keyword-problem.ts';
import { useAddAlerts } from './use-add-alerts.ts';

interface AlertCreatedProps {
  /** Keywords of the created alerts; empty if the person already had all of them. */
  created: readonly string[];
  /** Other names of the topic. Offers an alert for each name that has none. */
  otherNames: readonly string[];
  /** Deletes the alerts. Set only if they were saved automatically. */
  onUndo?: () => void;
  /** Shown to people whose address is not verified. */
  verify?: ReactNode;
}

/** Requires a `MemberArea`. */
export function AlertCreated({ created, otherNames, onUndo, verify }: AlertCreatedProps) {
  const alerts = useAlerts();
  const saved = alerts.status === 'ready' ? alerts.items : [];
  const section = useRef<HTMLElement>(null);
  const isNew = created.length > 0;
  // The pressed button is gone, so the section takes the focus.
  useEffect(() => {
    if (isNew) section.current?.focus({ preventScroll: true });
  }, [isNew]);
  const more = otherNames.filter((name) => !saved.some((alert) => isSameAlert(alert, name)));
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="space-y-3 rounded-2xl border border-line bg-surface p-4 shadow-card outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-link" />
        <p role="status" className="font-semibold">
          {doneText(created.length, onUndo ? 'saved' : 'created')}
        </p>
        {onUndo && isNew && (
          <TextButton className="min-h-9" onClick={onUndo}>
            Undo
          </TextButton>
        )}
        <TextLink to="/alerts">My Alerts</TextLink>
      </div>
      {alerts.status === 'ready' &&
        more.map((name) => (
          <OtherName
            key={name}
            name={name}
            onDone={() => section.current?.focus({ preventScroll: true })}
          />
        ))}
      {isNew && <ChannelHint />}
      {isNew && verify}
    </section>
  );
}

function doneText(count: number, done: 'saved' | 'created'): string {
  if (count === 0) return 'You have an alert for this';
  return count === 1 ? `Alert ${done}` : `${count} alerts ${done}`;
}

function OtherName({ name, onDone }: { name: string; onDone: () => void }) {
  const { status, add, failureText } = useAddAlerts();
  return (
    <div className="space-y-3">
      <FailureNotice text={failureText()} />
      <Button
        tone="plain"
        className="h-auto min-h-11 max-w-full py-2 text-[0.9375rem]"
        disabled={status === 'busy'}
        onClick={() => add([name], onDone)}
      >
        <span className="min-w-0 text-balance wrap-anywhere">Add an alert for “{name}”</span>
      </Button>
    </div>
  );
}
