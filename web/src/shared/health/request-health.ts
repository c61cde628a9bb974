import { type Health, parseHealth } from './parse-health.ts';
import { site } from '#shared/site.ts';

/** What the catalogue holds right now; null where the backend cannot say. */
export async function requestHealth(signal: AbortSignal): Promise<Health | null> {
  try {
    const response = await fetch(`${site.backend}/health`, { signal });
    if (!response.ok) return null;
    return parseHealth(await response.json());
  } catch {
    // Pages work without it, and an operator's own search backend may not have it.
    return null;
  }
}
