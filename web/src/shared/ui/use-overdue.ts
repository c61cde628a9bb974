import { useEffect, useState } from 'react';

/** How long the server may take to confirm a write before a person is told that it waits, in ms. */
const USUAL_MS = 1000;

/** Whether something has been pending for more than a second; at once where the device is offline. */
export function useOverdue(pending: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setLate(true), navigator.onLine ? USUAL_MS : 0);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [pending]);
  return pending && late;
}
