import { clsx } from 'clsx';

interface CatchUpBoxProps {
  label: string;
  /** Explains what happens if the box is not checked. */
  otherwise: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className: string;
}

/**
 * A checkbox to tell the matches of the last days, too, when something is switched on. It shows no number of
 * matches: alerts store only that of their last email, and counting would take a search for each alert.
 */
export function CatchUpBox({ label, otherwise, checked, onChange, className }: CatchUpBoxProps) {
  return (
    <label className={clsx('flex items-start gap-3', className)}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-link"
      />
      <span>
        {label}
        <span className="block text-sm text-soft">{otherwise}</span>
      </span>
    </label>
  );
}
