import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A button that looks like a link, for a small thing beside a text. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={clsx(
        'rounded-sm font-semibold text-link underline-offset-4 enabled:hover:underline',
        className,
      )}
      {...rest}
    />
  );
}
