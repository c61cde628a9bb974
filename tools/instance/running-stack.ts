import { ExpectedFailure } from '../processes/expected-failure.ts';
import { readPortOffset } from './ports.ts';
import { readHealth } from './read-health.ts';
import { type Instance, startInstance } from './instance.ts';
import { readSettings } from './settings.ts';

/** The run of `npm start` that is there; refuses where none answers. */
export async function runningStack(environment: NodeJS.ProcessEnv): Promise<Instance> {
  const run = startInstance(readPortOffset(readSettings(environment)['EARSHOT_PORT_OFFSET']));
  if ((await readHealth(run)) !== null) return run;
  throw new ExpectedFailure('Earshot is not running here: start it with `npm start` first.');
}
