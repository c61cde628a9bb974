import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `accent`: a page's main action. `danger-filled`: an irreversible action. `danger`: opens the confirmation
   * of an irreversible action.
   */
  tone?: keyof typeof TONES;
}

const TONES = {
  accent: 'bg-accent text-on-accent enabled:hover:bg-accent-hover',
  plain: 'border border-field bg-surface text-ink enabled:hover:bg-sunken',
  'danger-filled': 'bg-danger text-surface enabled:hover:opacity-90',
  danger: 'border border-danger bg-surface text-danger enabled:hover:bg-danger-surface',
};

export function Button({ tone = 'accent', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(
        'inline-flex h-12 max-w-full items-center justify-center gap-2 rounded-xl px-6 text-base font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-70',
        TONES[tone],
        className,
      )}
      {...rest}
    />
  );
}
