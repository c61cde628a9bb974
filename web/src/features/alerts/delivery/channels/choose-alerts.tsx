import { type Channel, isAlertIn } from 'functions/contract';
import { type SubmitEvent, useRef, useState } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { FormButtons } from '#shared/ui/section-parts.tsx';
import { useBorrowedFocus } from '#shared/ui/take-lost-focus.ts';
import { AlertChoice } from './alert-choice.tsx';

interface ChooseAlertsProps {
  channel: Channel;
  alerts: readonly SavedAlert[];
  busy: boolean;
  onChoose: (alerts: Channel['alerts']) => void;
  onCancel: () => void;
}

export function ChooseAlerts({ channel, alerts, busy, onChoose, onCancel }: ChooseAlertsProps) {
  const form = useRef<HTMLFormElement>(null);
  useBorrowedFocus(form);
  const [chosen, setChosen] = useState(() => chosenAlerts(channel, alerts));

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (chosen.length > 0) onChoose(chosen);
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      onSubmit={submit}
      aria-label={`Alerts of ${channel.name}`}
      className="space-y-3 rounded-xl bg-surface p-3 outline-none"
    >
      <AlertChoice alerts={alerts} chosen={chosen} onChoose={setChosen} />
      <FormButtons
        submit={busy ? 'Saving…' : 'Save'}
        busy={busy}
        isComplete={chosen.length > 0}
        onCancel={onCancel}
      />
    </form>
  );
}

/** Omits deleted alerts, even if a new alert has reused the id. */
function chosenAlerts(channel: Channel, alerts: readonly SavedAlert[]): Channel['alerts'] {
  if (channel.alerts === 'all') return 'all';
  return alerts
    .filter(({ id, createdAtMs }) => isAlertIn(channel, id, createdAtMs))
    .map(({ id }) => id);
}
