import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  label: string;
}

/** A choice from a list, under its label; the options are the children. */
export function SelectField({ label, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-medium text-ink">
        {label}
      </label>
      <div className="relative mt-2">
        <select
          id={id}
          className="h-12 w-full appearance-none rounded-xl border border-field bg-canvas pr-11 pl-4 text-base text-ink focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0"
          {...rest}
        />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-soft"
        />
      </div>
    </div>
  );
}
