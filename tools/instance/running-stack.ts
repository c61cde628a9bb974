import { setTimeout as delay } from 'node:timers/promises';
import type { database } from '../../functions/src/platform/firebase-admin.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import type { Instance } from './instance.ts';
import { isPortTaken, LOOPBACK } from './ports.ts';
import { runningIn } from './running-record.ts';
import { actsOnText, documentsEnvironment, localTarget, type Target, targetOf } from './target.ts';
import { type HealthResponse, healthResponseSchema } from '../../functions/src/contract/index.ts';

const RETRY_MS = 10_000;

/** Prints and returns a command's target. Throws an ExpectedFailure if it is a local run that is not running. */
export async function actOn(
  environment: NodeJS.ProcessEnv,
  project: string | undefined,
): Promise<Target> {
  const target = targetOf(environment, project);
  console.log(actsOnText(target));
  if (target.kind === 'local') await requireRunning(target.run);
  return target;
}

export async function actOnLocalRun(environment: NodeJS.ProcessEnv): Promise<Instance> {
  const target = localTarget(environment);
  console.log(actsOnText(target));
  await requireRunning(target.run);
  return target.run;
}

async function requireRunning(run: Instance): Promise<void> {
  while ((await readHealth(run)) === null) {
    const pid = runningIn(run.folder);
    if (pid === null) {
      throw new ExpectedFailure('Earshot is not running here: start it with `npm start` first.');
    }
    console.log(`Earshot (process ${pid}) does not answer yet; waiting for it.`);
    await delay(RETRY_MS);
  }
}

/** Firestore for the operator: security rules do not apply. */
export type Documents = Awaited<ReturnType<typeof database>>;

/** Throws an ExpectedFailure if accounts are off in the local run. */
export async function openDocuments(target: Target): Promise<Documents> {
  if (target.kind === 'local' && !(await isPortTaken(target.run.ports.firestore))) {
    throw new ExpectedFailure('Accounts are off in this run, so that nobody has alerts.');
  }
  Object.assign(process.env, documentsEnvironment(target));
  const { database } = await import('../../functions/src/platform/firebase-admin.ts');
  return database();
}

export async function readHealth(run: Instance): Promise<HealthResponse | null> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`http://${LOOPBACK}:${run.ports.site}/api/health`, { signal });
    return healthResponseSchema.safeParse(await answer.json()).data ?? null;
  } catch {
    return null;
  }
}
