import { type HealthResponse, healthResponseSchema } from 'functions/contract';
import { site } from './site.ts';

/** What the catalogue holds right now; null where the backend cannot say. */
export async function requestHealth(signal: AbortSignal): Promise<HealthResponse | null> {
  try {
    const response = await fetch(`${site.backend}/health`, { signal });
    return response.ok ? healthResponseSchema.parse(await response.json()) : null;
  } catch {
    // Only a nicety hangs on it; a backend of one's own need not have it.
    return null;
  }
}
