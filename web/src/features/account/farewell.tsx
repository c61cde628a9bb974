import { useEffect } from 'react';
import { forgetFarewell } from '#shared/data/session/farewell.ts';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';

export function Farewell() {
  useEffect(forgetFarewell, []);
  return (
    <div className="mx-auto max-w-3xl px-4 pt-6 sm:px-6">
      <p
        ref={takeLostFocus}
        tabIndex={-1}
        role="status"
        className="rounded-2xl border border-line bg-surface px-5 py-4 text-center shadow-card"
      >
        Your account and everything saved in it are deleted.
      </p>
    </div>
  );
}
