import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  tone?: 'accent' | 'plain';
}

export function Button({ tone = 'accent', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(
        'inline-flex h-12 items-center justify-center gap-2 rounded-xl px-6 text-base font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-70',
        tone === 'accent'
          ? 'bg-accent text-on-accent enabled:hover:bg-accent-hover'
          : 'border border-field bg-surface text-ink enabled:hover:bg-sunken',
        className,
      )}
      {...rest}
    />
  );
}
