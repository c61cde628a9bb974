import { useEffect, useState } from 'react';
import { PartFailure } from '#shared/loading/load-part.ts';

/** Browsers do not report every connection: after signing in to a hotel's network, for instance. */
const RETRY_EVERY_MS = 5000;

/**
 * Loads a part again when the connection returns, and every five seconds while there is none. `kind`
 * says why it is not there; `retry` loads it at once and answers whether that worked. `onLoaded` is
 * called when the part is there.
 */
export function usePartRetry(failure: PartFailure, onLoaded: () => void) {
  const [{ kind }, setLatest] = useState(failure);

  async function retry(): Promise<boolean> {
    try {
      await failure.again();
    } catch (error) {
      if (error instanceof PartFailure) setLatest(error);
      return false;
    }
    onLoaded();
    return true;
  }

  useEffect(() => {
    if (kind !== 'offline') return;
    const again = () => void retry();
    window.addEventListener('online', again);
    const timer = setInterval(again, RETRY_EVERY_MS);
    return () => {
      window.removeEventListener('online', again);
      clearInterval(timer);
    };
  });

  return { kind, retry };
}
