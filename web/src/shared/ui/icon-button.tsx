import { clsx } from 'clsx';
import { type ComponentProps, useRef } from 'react';
import { useKeptFocus } from './take-lost-focus.ts';

interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'aria-label' | 'className' | 'ref'
> {
  label: string;
  tip: string;
  /** Changes the hover colour for an action that deletes something. */
  removes?: boolean;
  /** 36 CSS pixels wide, for a list of many rows. */
  small?: boolean;
}

/** 44 × 44 CSS pixels unless `small`. Keeps the focus while briefly disabled. */
export function IconButton({
  label,
  tip,
  removes = false,
  small = false,
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
        'grid shrink-0 place-items-center rounded-xl text-soft transition-colors disabled:opacity-50 aria-disabled:opacity-50',
        'enabled:hover:bg-sunken',
        small ? 'size-9' : 'size-11',
        removes ? 'enabled:hover:text-danger' : 'enabled:hover:text-ink',
      )}
      {...rest}
    />
  );
}
