import { type Health, parseHealth } from './parse-health.ts';
import { useEffect, useState } from 'react';
import { site } from '#shared/site.ts';

async function requestHealth(signal: AbortSignal): Promise<Health | null> {
  try {
    const response = await fetch(`${site.backend}/health`, { signal });
    if (!response.ok) return null;
    return parseHealth(await response.json());
  } catch {
    // The figures are optional, and another search backend may not have them.
    return null;
  }
}

/** Null while loading and after a failure. */
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
