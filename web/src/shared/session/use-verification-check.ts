import { useEffect } from 'react';
import { sessionStore } from './session-store.ts';

/**
 * Reloads the account whenever the window gets the focus or its tab becomes visible, because the link in the
 * verification email opens in another one. Errors are ignored: the next time tries again.
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
