import { useEffect, useState } from 'react';

/**
 * State that must not outlive the page. Cleared when the page is left, even if it goes into the back/forward
 * cache.
 */
export function useSecretState<T>() {
  const [secret, setSecret] = useState<T>();
  useEffect(() => {
    const forget = () => setSecret(undefined);
    window.addEventListener('pagehide', forget);
    return () => window.removeEventListener('pagehide', forget);
  }, []);
  return [secret, setSecret] as const;
}
