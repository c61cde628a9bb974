import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'className'> {
  /** What the button does, for those who do not see its sign. */
  label: string;
  /** Whether it takes something away, which its colour tells while one points at it. */
  removes?: boolean;
}

/** A button that shows only a sign; 44 CSS pixels wide and high. */
export function IconButton({ label, removes = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={clsx(
        'grid size-11 shrink-0 place-items-center rounded-xl text-soft transition-colors disabled:opacity-50',
        'enabled:hover:bg-sunken',
        removes ? 'enabled:hover:text-danger' : 'enabled:hover:text-ink',
      )}
      {...rest}
    />
  );
}
