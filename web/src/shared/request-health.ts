import type { HealthResponse } from 'functions/contract';
import { site } from './site.ts';

/** What the catalogue holds right now; null where the backend cannot say. */
export async function requestHealth(signal: AbortSignal): Promise<HealthResponse | null> {
  try {
    const response = await fetch(`${site.backend}/health`, { signal });
    if (!response.ok) return null;
    // As in request-search.ts: what reads answers is no part of what pages begin with.
    const { healthResponseSchema } = await import('functions/contract');
    return healthResponseSchema.parse(await response.json());
  } catch {
    // Only a nicety hangs on it; a backend of one's own need not have it.
    return null;
  }
}
