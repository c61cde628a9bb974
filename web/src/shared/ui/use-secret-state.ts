import { useEffect, useState } from 'react';

/**
 * State that must not outlive the page: it is forgotten when the page is left, also where the browser
 * keeps the whole page for the way back.
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
