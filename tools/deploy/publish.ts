import { ExpectedFailure } from '../processes/expected-failure.ts';
import { firebaseTool } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { DeployPlan } from './deploy-plan.ts';
import type { GoogleApi } from './google-api.ts';
import { CONFIG } from './prepare-deployment.ts';
import { forgetOverwritten, removeOldImages } from './tidy-project.ts';

/**
 * Publishes rules, indexes, functions and site with firebase-tools, and has the project keep no old
 * images and no overwritten objects. Safe to repeat: what is there already is left.
 */
export async function publish(
  supervisor: Supervisor,
  google: GoogleApi,
  plan: DeployPlan,
): Promise<void> {
  const { project, region, functionSettings } = plan;
  const buckets = await forgetOverwritten(google, project, functionSettings['CATALOGUE_URL'] ?? '');
  for (const bucket of buckets.changed) {
    console.log(`  gs://${bucket} forgets at once what is overwritten there.`);
  }
  for (const bucket of buckets.refused) {
    console.log(`  gs://${bucket} keeps for a week what is overwritten there: run`);
    console.log(`    gcloud storage buckets update gs://${bucket} --clear-soft-delete`);
  }
  const deploy = () =>
    firebase(supervisor, plan, 'deploy', '--only', 'firestore,storage,functions,hosting');
  const setPolicy = async () => {
    const isNew = await removeOldImages(google, project, region);
    if (isNew) console.log('  Images of functions are removed after a day from now on.');
    return isNew;
  };
  await setPolicy();
  let code = await deploy();
  // On a project's first deployment there is nothing to set the policy on before the functions are
  // published, and firebase-tools stops for want of one, before the site.
  if (code !== 0 && (await setPolicy())) {
    console.log('  The deployment goes on with the site; functions that are there are left.');
    code = await deploy();
  }
  if (code !== 0) {
    throw new ExpectedFailure(
      'The deployment did not end: see above. The site is the one of before. Once it is mended, ' +
        'run the command again; what is published already is left.',
    );
  }
}

/** Publishes the site and the function that renders its pages to a channel, for a week. */
export async function previewSite(
  supervisor: Supervisor,
  plan: DeployPlan,
  channel: string,
): Promise<void> {
  const code = await firebase(
    supervisor,
    plan,
    'hosting:channel:deploy',
    channel,
    '--expires',
    '7d',
  );
  if (code !== 0) throw new ExpectedFailure('The preview was not published: see above.');
}

function firebase(supervisor: Supervisor, plan: DeployPlan, ...args: string[]): Promise<number> {
  // Its questions could not be answered: our children have no terminal of their own.
  const to = ['--config', CONFIG, '--project', plan.project, '--non-interactive'];
  const program = { name: 'deploy', ...firebaseTool(...args, ...to) };
  return supervisor.runShown({ ...program, cwd: REPOSITORY, environment: process.env });
}
