import { clsx } from 'clsx';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { useKeptFocus } from './take-lost-focus.ts';

interface TextButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A button that looks like a link. Keeps the focus while briefly disabled. */
export function TextButton({ ref, className, disabled = false, ...rest }: TextButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const button = ref ?? own;
  useKeptFocus(button, disabled);
  return (
    <button
      ref={button}
      type="button"
      disabled={disabled}
      className={clsx(
        'rounded-sm font-semibold text-link underline-offset-4 enabled:hover:underline',
        className,
      )}
      {...rest}
    />
  );
}
