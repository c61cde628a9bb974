import { useEffect } from 'react';
import { sessionStore } from './session-store.ts';

let isChecking = false;

async function check(): Promise<void> {
  // Several parts of a page may check at the same time.
  if (document.visibilityState !== 'visible' || isChecking) return;
  isChecking = true;
  try {
    await (await sessionStore.auth()).reload();
  } catch {
    // The next focus retries.
  } finally {
    isChecking = false;
  }
}

/**
 * Reloads the account whenever the window gets the focus or its tab becomes visible, because the link in the
 * verification email opens in another tab.
 */
export function useVerificationCheck(): void {
  useEffect(() => {
    const comeBack = () => void check();
    document.addEventListener('visibilitychange', comeBack);
    window.addEventListener('focus', comeBack);
    return () => {
      document.removeEventListener('visibilitychange', comeBack);
      window.removeEventListener('focus', comeBack);
    };
  }, []);
}
