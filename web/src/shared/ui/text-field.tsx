import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  /** Content inside the field at its end; 3.5rem are reserved for it. */
  end?: ReactNode;
}

export function TextField({ label, hint, end, id, className, ...rest }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = `${fieldId}-hint`;
  return (
    <div className={className}>
      <label htmlFor={fieldId} className="block text-sm font-medium text-ink">
        {label}
      </label>
      <div className="relative mt-2">
        <input
          id={fieldId}
          aria-describedby={hint ? hintId : undefined}
          className={clsx(
            'h-12 w-full rounded-xl border border-field bg-canvas pl-4 text-base text-ink placeholder:text-soft focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger',
            end ? 'pr-14' : 'pr-4',
          )}
          {...rest}
        />
        {end}
      </div>
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
