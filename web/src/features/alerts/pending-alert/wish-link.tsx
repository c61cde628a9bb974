import type { ReactNode } from 'react';
import { Link } from '#shared/ui/link.tsx';
import { type AlertIntent, keepIntent } from './alert-intent.ts';

interface WishLinkProps {
  to: '/signup' | '/login';
  /** The alerts to save, or the show to look for, once the visitor has signed in. */
  intent: AlertIntent;
  className: string;
  children: ReactNode;
}

/** A link to the sign-in pages that stores the alert or the show that the visitor wants. */
export function WishLink({ to, intent, className, children }: WishLinkProps) {
  return (
    <Link
      to={to}
      onClick={() => keepIntent(intent)}
      // The script in index.html stores this if the link is pressed before the app is hydrated.
      data-wish={JSON.stringify(intent)}
      className={className}
    >
      {children}
    </Link>
  );
}
