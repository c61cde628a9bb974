import { type Cadence, CADENCES } from 'functions/contract';

const TEXTS: Record<Cadence, { name: string; what: string }> = {
  hourly: { name: 'As it happens', what: 'Within about an hour' },
  daily: { name: 'Daily', what: 'One email a day with everything new' },
  weekly: { name: 'Weekly', what: 'One email a week with everything new' },
  paused: { name: 'Paused', what: 'No email; your alerts stay as they are' },
};

interface CadenceChoiceProps {
  value: Cadence;
  onChoose: (cadence: Cadence) => void;
}

/** How often digests come, one of four. */
export function CadenceChoice({ value, onChoose }: CadenceChoiceProps) {
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink">How often</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {CADENCES.map((cadence) => (
          <label
            key={cadence}
            className="flex cursor-pointer gap-3 rounded-xl border border-line p-4 transition-colors hover:bg-sunken has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name="cadence"
              value={cadence}
              checked={value === cadence}
              onChange={() => onChoose(cadence)}
              className="mt-0.5 size-5 shrink-0 accent-link outline-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{TEXTS[cadence].name}</span>
              <span className="mt-0.5 block text-sm text-soft">{TEXTS[cadence].what}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
