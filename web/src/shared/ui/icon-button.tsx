import { clsx } from 'clsx';
import { type ComponentProps, useRef } from 'react';
import { useKeptFocus } from './take-lost-focus.ts';

interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'aria-label' | 'className' | 'ref'
> {
  /** What the button does, for those who do not see its sign. */
  label: string;
  /** The same in a word or two, shown to those who point at it or reach it by keyboard. */
  tip: string;
  /** Whether it takes something away, which its colour tells while one points at it. */
  removes?: boolean;
}

/** A button that shows only a sign; 44 CSS pixels wide and high. It keeps its focus while disabled for a moment. */
export function IconButton({
  label,
  tip,
  removes = false,
  disabled = false,
  ...rest
}: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, disabled);
  return (
    <button
      ref={button}
      type="button"
      disabled={disabled}
      aria-label={label}
      data-tip={tip}
      className={clsx(
        'grid size-11 shrink-0 place-items-center rounded-xl text-soft transition-colors disabled:opacity-50',
        'enabled:hover:bg-sunken',
        removes ? 'enabled:hover:text-danger' : 'enabled:hover:text-ink',
      )}
      {...rest}
    />
  );
}
