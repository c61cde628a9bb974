import type { HealthResponse } from 'functions/contract';
import { useEffect, useState } from 'react';
import { requestHealth } from './request-health.ts';

/** What the catalogue holds, once the backend has said so; null until then, and where it cannot say. */
export function useHealth(): HealthResponse | null {
  const [health, setHealth] = useState<HealthResponse | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void requestHealth(controller.signal).then((answer) => {
      if (!controller.signal.aborted) setHealth(answer);
    });
    return () => controller.abort();
  }, []);
  return health;
}
