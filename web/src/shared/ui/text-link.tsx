import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from './link.tsx';

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={clsx(
        'rounded-sm font-semibold text-link underline-offset-4 hover:underline',
        className,
      )}
      {...rest}
    />
  );
}
