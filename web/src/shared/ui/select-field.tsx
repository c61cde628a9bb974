import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  label: string;
  /** Makes the field lower, and its label visible only to screen readers. */
  compact?: boolean;
}

export function SelectField({ label, compact = false, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={compact ? 'sr-only' : 'mb-2 block text-sm font-medium text-ink'}
      >
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          className={clsx(
            'w-full appearance-none rounded-xl border border-field bg-canvas text-base text-ink focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0',
            compact ? 'h-11 pr-9 pl-3' : 'h-12 pr-11 pl-4',
          )}
          {...rest}
        />
        <ChevronDown
          aria-hidden
          className={clsx(
            'pointer-events-none absolute inset-y-0 my-auto size-5 text-soft',
            compact ? 'right-2.5' : 'right-3.5',
          )}
        />
      </div>
    </div>
  );
}
