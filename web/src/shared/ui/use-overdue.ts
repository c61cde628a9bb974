import { useEffect, useState } from 'react';

/** An unconfirmed write is shown as waiting after this time. */
const USUAL_MS = 1000;

/** True if `pending` has lasted for more than a second; immediately if the device is offline. */
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
