import { clsx } from 'clsx';

interface CatchUpBoxProps {
  label: string;
  /** What is told where the box is empty. */
  otherwise: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className: string;
}

/**
 * The choice to tell the last days of what is switched on. It names no number: many alerts would be counted with a
 * search for each, and what they store of their matches is the last email alone.
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
