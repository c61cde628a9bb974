import { ExpectedFailure } from '../processes/expected-failure.ts';
import { readPortOffset, LOOPBACK } from './ports.ts';
import { type Instance, startInstance } from './instance.ts';
import { readSettings } from './settings.ts';
import { type HealthResponse, healthResponseSchema } from '../../functions/src/contract/index.ts';

/** The run of `npm start`. Throws an ExpectedFailure if none answers. */
export async function runningStack(environment: NodeJS.ProcessEnv): Promise<Instance> {
  const run = startInstance(readPortOffset(readSettings(environment)['EARSHOT_PORT_OFFSET']));
  if ((await readHealth(run)) !== null) return run;
  throw new ExpectedFailure('Earshot is not running here: start it with `npm start` first.');
}

/** The response of the health function through Hosting; null if there is none. */
export async function readHealth(run: Instance): Promise<HealthResponse | null> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`http://${LOOPBACK}:${run.ports.site}/api/health`, { signal });
    return healthResponseSchema.safeParse(await answer.json()).data ?? null;
  } catch {
    return null;
  }
}
