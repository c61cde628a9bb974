import { alertLabel, type Channel } from 'functions/contract';
import { useId } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';

type ChosenAlerts = Channel['alerts'];

interface AlertChoiceProps {
  alerts: readonly SavedAlert[];
  chosen: ChosenAlerts;
  onChoose: (chosen: ChosenAlerts) => void;
}

export function AlertChoice({ alerts, chosen, onChoose }: AlertChoiceProps) {
  const name = useId();
  const isAll = chosen === 'all';
  return (
    <fieldset>
      <legend className="text-sm font-medium">Alerts</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        <Radio name={name} checked={isAll} onChoose={() => onChoose('all')}>
          All alerts, including new ones
        </Radio>
        <Radio name={name} checked={!isAll} onChoose={() => onChoose([])}>
          Choose alerts
        </Radio>
      </div>
      {!isAll && alerts.length === 0 && (
        <p className="mt-1 text-sm text-soft">You have no alerts yet.</p>
      )}
      {!isAll && alerts.length > 0 && (
        <ul className="mt-1 max-h-64 overflow-y-auto rounded-xl border border-line px-3">
          {alerts.map((alert) => (
            <li key={alert.id}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-[0.9375rem]">
                <input
                  type="checkbox"
                  checked={chosen.includes(alert.id)}
                  onChange={({ target }) => onChoose(withAlert(chosen, alert.id, target.checked))}
                  className="size-5 shrink-0 accent-link"
                />
                <span className="min-w-0 flex-1 wrap-anywhere">{alertLabel(alert)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

function withAlert(chosen: readonly string[], id: string, isChosen: boolean): string[] {
  const others = chosen.filter((each) => each !== id);
  return isChosen ? [...others, id] : others;
}

interface RadioProps {
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: string;
}

function Radio({ name, checked, onChoose, children }: RadioProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="size-5 accent-link"
      />
      {children}
    </label>
  );
}
