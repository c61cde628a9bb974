import { clsx } from 'clsx';

interface CatchUpBoxProps {
  label: string;
  /** What is told if the box is not checked. */
  otherwise: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className: string;
}

/**
 * A checkbox to also tell the last days of what is switched on. It names no number: counting would take a
 * search per alert, and alerts store only their last email.
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
