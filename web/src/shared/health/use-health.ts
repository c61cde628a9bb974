import { type Health, parseHealth } from './parse-health.ts';
import { useEffect, useState } from 'react';
import { site } from '#shared/site.ts';

/** What the catalogue holds right now; null where the backend cannot say. */
async function requestHealth(signal: AbortSignal): Promise<Health | null> {
  try {
    const response = await fetch(`${site.backend}/health`, { signal });
    if (!response.ok) return null;
    return parseHealth(await response.json());
  } catch {
    // Pages work without it, and an operator's own search backend may not have it.
    return null;
  }
}

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
