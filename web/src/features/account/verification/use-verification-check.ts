import { useEffect } from 'react';
import { sessionStore } from '#shared/session/session-store.ts';

/**
 * Asks anew whether the address is verified each time the person comes back to this window: the
 * link in the mail opens elsewhere. Without a connection the next time will do.
 */
export function useVerificationCheck(): void {
  useEffect(() => {
    function check() {
      if (document.visibilityState !== 'visible') return;
      sessionStore
        .auth()
        .then((auth) => auth.reload())
        .catch(() => undefined);
    }
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, []);
}
