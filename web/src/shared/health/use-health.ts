import type { Health } from './parse-health.ts';
import { useEffect, useState } from 'react';
import { requestHealth } from './request-health.ts';

/** What the catalogue holds, once the backend has said so; null until then, and where it cannot say. */
export function useHealth(): Health | null {
  const [health, setHealth] = useState<Health | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void requestHealth(controller.signal).then((answer) => {
      if (!controller.signal.aborted) setHealth(answer);
    });
    return () => controller.abort();
  }, []);
  return health;
}
