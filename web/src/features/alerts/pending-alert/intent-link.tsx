import type { ReactNode } from 'react';
import { Link } from '#shared/ui/link.tsx';
import { type AlertIntent, keepIntent } from './alert-intent.ts';

interface IntentLinkProps {
  to: '/signup' | '/login';
  intent: AlertIntent;
  className: string;
  children: ReactNode;
}

/** Stores the intent, and opens the sign-in pages. */
export function IntentLink({ to, intent, className, children }: IntentLinkProps) {
  return (
    <Link
      to={to}
      onClick={() => keepIntent(intent)}
      // The script in index.html stores this if the link is pressed before hydration.
      data-intent={JSON.stringify(intent)}
      className={className}
    >
      {children}
    </Link>
  );
}
