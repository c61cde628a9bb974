import { useState } from 'react';
import { forgetIntent } from '#features/alerts/before-sign-in/alert-intent.ts';
import { readIntent } from '#features/alerts/before-sign-in/read-intent.ts';
import type { SessionUser } from '#shared/session/session.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';
import { VerifySlot } from './verify-slot.tsx';

const AlertOffer = lazyNamed(() => import('#features/alerts/create/alert-offer.tsx'), 'AlertOffer');

/** On home, above all else: what a person who has just signed in wanted, and what alerts wait for. */
export function Welcome({ user }: { user: SessionUser }) {
  const [intent, setIntent] = useState(() => readIntent(user.uid));

  function dismiss() {
    forgetIntent();
    setIntent(null);
    // The button that was pressed goes with it.
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
