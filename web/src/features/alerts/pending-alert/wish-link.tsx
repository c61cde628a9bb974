import type { ReactNode } from 'react';
import { Link } from '#shared/ui/link.tsx';
import { type AlertIntent, keepIntent } from './alert-intent.ts';

interface WishLinkProps {
  to: '/signup' | '/login';
  /** What is offered again once the visitor is signed in. */
  intent: AlertIntent;
  className: string;
  children: ReactNode;
}

/** Leads a visitor to an account, and remembers the alert or the show they wanted. */
export function WishLink({ to, intent, className, children }: WishLinkProps) {
  return (
    <Link
      to={to}
      onClick={() => keepIntent(intent)}
      // The script in index.html keeps it where the link is pressed before the app listens.
      data-wish={JSON.stringify(intent)}
      className={className}
    >
      {children}
    </Link>
  );
}
