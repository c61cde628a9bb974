import { useEffect } from 'react';
import { sessionStore } from '#shared/session/session-store.ts';

/**
 * Checks whether the address is verified each time the person comes back to this window: the link in
 * the email opens in another one. Without a connection it checks the next time.
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
