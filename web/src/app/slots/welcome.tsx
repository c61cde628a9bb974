import { useState } from 'react';
import { forgetIntent } from '#features/alerts/before-sign-in/alert-intent.ts';
import { readIntent } from '#features/alerts/before-sign-in/read-intent.ts';
import type { SessionUser } from '#shared/session/session.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';
import { VerifySlot } from './verify-slot.tsx';

const AlertOffer = lazyNamed(() => import('#features/alerts/create/alert-offer.tsx'), 'AlertOffer');

/** At the top of home: offers the alerts a person wanted before signing in, and asks to verify the address. */
export function Welcome({ user }: { user: SessionUser }) {
  const [intent, setIntent] = useState(() => readIntent(user.uid));

  function dismiss() {
    forgetIntent();
    setIntent(null);
    // The pressed button disappears, so the focus must go elsewhere.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  return (
    <>
      {intent && (
        <QuietBoundary fallback={<div className="h-30.5" />}>
          <AlertOffer intent={intent} onDismiss={dismiss} />
        </QuietBoundary>
      )}
      <VerifySlot />
    </>
  );
}
