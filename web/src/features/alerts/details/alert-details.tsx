import { alertLabel, alertName } from 'functions/contract';
import { useRef, useState } from 'react';
import { usePendingText } from '#features/alerts/count/pending-count.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { TrendChart } from '#shared/trend/trend-chart.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { reportText } from './alert-report.ts';
import { AlertSettings } from './alert-settings.tsx';
import { PassingOffer } from './passing-offer.tsx';
import { RecentMatches } from './recent-matches.tsx';
import { type ReportState, useAlertReport } from './use-alert-report.ts';

const EmailPreview = latePart(
  () => import('#features/alerts/preview/email-preview.tsx'),
  'EmailPreview',
  { fallback: null },
);

export type AlertPart = 'matches' | 'settings';

interface AlertDetailsProps {
  id: string;
  alert: SavedAlert;
  part: AlertPart;
  onChoose: (part: AlertPart) => void;
}

const PARTS: readonly { part: AlertPart; name: string }[] = [
  { part: 'matches', name: 'Matches' },
  { part: 'settings', name: 'Settings' },
];

/** Requests the recent matches once for both parts. Requires an `AlertList`. */
export function AlertDetails({ id, alert, part, onChoose }: AlertDetailsProps) {
  const state = useAlertReport(alert);
  const label = alertLabel(alert);
  return (
    <div
      id={id}
      role="group"
      aria-label={`${part === 'matches' ? 'Matches' : 'Settings'} of ${label}`}
      className="mt-1 mb-2 space-y-2.5 rounded-xl bg-sunken p-3 text-sm leading-relaxed text-soft sm:p-4"
    >
      <div className="-mt-1 flex flex-wrap gap-x-5 border-b border-line">
        {PARTS.map(({ part: each, name }) => (
          <button
            key={each}
            type="button"
            aria-label={`${name} of ${label}`}
            aria-pressed={part === each}
            className="-mb-px min-h-11 pb-0.5 font-semibold text-link aria-pressed:border-b-2 aria-pressed:border-link aria-pressed:pb-0 aria-pressed:text-ink"
            onClick={() => onChoose(each)}
          >
            {name}
          </button>
        ))}
      </div>
      {part === 'matches' ? (
        <Matches alert={alert} state={state} />
      ) : (
        <AlertSettings alert={alert} state={state} />
      )}
    </div>
  );
}

function Matches({ alert, state }: { alert: SavedAlert; state: ReportState }) {
  const pending = usePendingText(alert);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <p role="status" className="min-w-0 flex-1 basis-56">
          {pending === null ? stateText(state) : `${stateText(state)} ${pending}.`}
        </p>
        <PreviewButton alert={alert} />
      </div>
      {state.status === 'matched' && (
        <>
          {state.trend && <TrendChart trend={state.trend} />}
          <PassingOffer alert={alert} report={state.report} newest={state.newest} />
          <RecentMatches alert={alert} episodes={state.newest} />
        </>
      )}
      <p>
        <TextLink to={`/alerts/${alert.id}`}>
          All matches<span className="sr-only"> of {alertName(alert)}</span>
        </TextLink>
      </p>
    </>
  );
}

function stateText(state: ReportState): string {
  switch (state.status) {
    case 'loading':
      return 'Counting…';
    case 'failed':
      return 'Matches cannot be counted right now.';
    case 'matched':
      return reportText(state.report);
    case 'silent':
      return 'No match in the past month.';
  }
}

function PreviewButton({ alert }: { alert: SavedAlert }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <TextButton
        ref={button}
        aria-haspopup="dialog"
        aria-label={`Preview email of ${alertName(alert)}`}
        className="-my-1 min-h-8"
        onClick={() => setOpen(true)}
      >
        Preview email
      </TextButton>
      {open && (
        <EmailPreview
          alert={alert}
          onClose={() => setOpen(false)}
          onClosed={() => button.current?.focus({ preventScroll: true })}
        />
      )}
    </>
  );
}
