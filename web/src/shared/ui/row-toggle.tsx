import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';

interface RowToggleProps {
  name: string;
  /** What assistive technology says instead of the name. */
  label?: string;
  isOpen: boolean;
  /** Id of the opened part. */
  controls: string;
  describedBy?: string;
  onToggle: () => void;
}

/** The title of a `ListRow` that opens a part below it. The whole row can be pressed. */
export function RowToggle({
  name,
  label,
  isOpen,
  controls,
  describedBy,
  onToggle,
}: RowToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-describedby={describedBy}
      onClick={onToggle}
      className="text-left after:absolute after:inset-0 after:rounded-xl"
    >
      <bdi>{name}</bdi>
      {/* Never wraps onto a line of its own. */}
      <span aria-hidden className="whitespace-nowrap">
        {'\u00a0'}
        <ChevronDown
          className={clsx('inline size-4 align-[-0.15em] text-soft', isOpen && 'rotate-180')}
        />
      </span>
    </button>
  );
}
