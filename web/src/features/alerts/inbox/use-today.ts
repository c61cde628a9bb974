import { useEffect, useState } from 'react';

/** The current time, epoch milliseconds, as of when the tab was last shown. */
export function useToday(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const note = () => setNow(Date.now());
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  return now;
}
