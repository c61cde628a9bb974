import { type HealthResponse, healthResponseSchema } from '../../functions/src/contract/index.ts';
import { LOOPBACK } from './ports.ts';
import type { Instance } from './instance.ts';

/** What the run's health function answers through hosting, or null while it does not. */
export async function readHealth(run: Instance): Promise<HealthResponse | null> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`http://${LOOPBACK}:${run.ports.site}/api/health`, { signal });
    return healthResponseSchema.safeParse(await answer.json()).data ?? null;
  } catch {
    return null;
  }
}
