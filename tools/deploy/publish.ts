import { signUpRule } from '../../functions/src/platform/sign-up-rule.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { FIREBASE, tool } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { DeployPlan } from './deploy-plan.ts';
import type { GoogleApi } from './google-api.ts';
import { CONFIG } from './prepare-deployment.ts';
import * as z from 'zod';
import { findBucket } from './find-bucket.ts';
import { turnOnBackups } from './backups.ts';
import { excludeAddresses } from './request-log.ts';

/**
 * Authentication asks this function before it creates an account, for as long as it is there. firebase-tools registers
 * it, and takes it back when it deletes the function.
 */
export const DOMAIN_GUARD = 'admitAccount';

/**
 * Deploys everything, and sets what is kept of backups, old images, overwritten objects and the request log. Idempotent.
 * @param names The functions in the code. Other deployed functions are reported, not deleted.
 */
export async function publish(
  supervisor: Supervisor,
  google: GoogleApi,
  plan: DeployPlan,
  names: readonly string[],
): Promise<void> {
  const { project, region, functionSettings } = plan;
  const hasDomains = Array.isArray(signUpRule(functionSettings));
  const wanted = names.filter((name) => name !== DOMAIN_GUARD || hasDomains);
  const { CATALOGUE_URL = '', ALERT_INDEX_URL = '', TRANSCRIPTS_URL = '' } = functionSettings;
  const urls = [CATALOGUE_URL, ALERT_INDEX_URL, TRANSCRIPTS_URL];
  const buckets = await forgetOverwritten(google, project, urls);
  for (const bucket of buckets.changed) {
    console.log(`  gs://${bucket} forgets at once what is overwritten there.`);
  }
  for (const bucket of buckets.refused) {
    console.log(`  gs://${bucket} keeps for a week what is overwritten there: run`);
    console.log(`    gcloud storage buckets update gs://${bucket} --clear-soft-delete`);
  }
  // Before the functions are public, so that no request is recorded.
  for (const line of await excludeAddresses(google, project)) console.log(`  ${line}`);
  for (const line of await turnOnBackups(google, project)) console.log(`  ${line}`);
  const gone = await findGoneFunctions(google, plan, wanted);
  // Without names, firebase-tools would ask whether to delete the functions that are gone from the code. It cannot
  // prompt here, so it would fail before it deploys anything.
  const functions = gone.length === 0 ? 'functions' : wanted.map((name) => `functions:${name}`);
  const targets = ['firestore', 'storage', 'hosting'].concat(functions);
  const printed: string[] = [];
  const deploy = () =>
    firebase(supervisor, plan, ['deploy', '--only', targets.join()], (piece) =>
      printed.push(piece),
    );
  const setPolicy = async () => {
    const isNew = await removeOldImages(google, project, region);
    if (isNew) console.log('  Images of functions are removed after a day from now on.');
    return isNew;
  };
  await setPolicy();
  let code = await deploy();
  // A project's first deployment creates the image repository. Without a cleanup policy there, firebase-tools fails
  // before it deploys the site, so set the policy and deploy again.
  if (code !== 0 && (await setPolicy())) {
    console.log('  The deployment goes on with the site; functions that are there are left.');
    code = await deploy();
  }
  if (code !== 0) {
    const closed = closedFunctions(printed.join(''));
    if (closed.length > 0) throw new ExpectedFailure(closedText(plan, closed));
    throw new ExpectedFailure(
      'The deployment did not end: see above. The site is the one of before. Once it is mended, ' +
        'run the command again; what is published already is left.',
    );
  }
  if (gone.includes(DOMAIN_GUARD)) await removeGuard(supervisor, plan);
  const left = gone.filter((name) => name !== DOMAIN_GUARD);
  if (left.length > 0) {
    console.log(`  The code no longer has these functions: ${left.join(', ')}.`);
    console.log('  They are left for pages of the site before, which are open still. A day later:');
    console.log(`    npx firebase functions:delete ${left.join(' ')} --project ${project}`);
  }
}

/** Unlike other functions, it must not stay for older pages: it would go on refusing sign-ups. */
async function removeGuard(supervisor: Supervisor, plan: DeployPlan): Promise<void> {
  const args = ['functions:delete', DOMAIN_GUARD, '--region', plan.region, '--force'];
  const code = await firebase(supervisor, plan, args);
  if (code === 0) console.log('  No list of domains restricts sign-up any more.');
  else {
    console.log('  A list of domains still restricts sign-up: run');
    console.log(`    npx firebase ${args.join(' ')} --project ${plan.project}`);
  }
}

/** Returns the functions that firebase-tools could not make public. */
function closedFunctions(printed: string): string[] {
  const list = /Unable to set the invoker [^\n]*((?:\n\s+\S+\([\w-]+\))+)/.exec(printed)?.[1] ?? '';
  return [...list.matchAll(/(\w+)\([\w-]+\)/g)].map(([, name = '']) => name);
}

/** A later deployment skips these functions, because it sets who may call a function only when it creates it. */
function closedText({ project, region }: DeployPlan, names: readonly string[]): string {
  const commands = names.map(
    (name) =>
      `  gcloud run services add-iam-policy-binding ${name.toLowerCase()} --region=${region} --member=allUsers --role=roles/run.invoker --project=${project}`,
  );
  return [
    `These functions are deployed, but could not be made public: ${names.join(', ')}.`,
    'Most likely your organisation forbids it (iam.allowedPolicyMemberDomains): docs/deploying.md, “Company',
    'accounts”, has what to ask your administrator for. Then run these, and the deployment again:',
    ...commands,
  ].join('\n');
}

const listSchema = z.object({
  functions: z
    .array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }))
    .default([]),
});

/** Returns deployed functions that the code no longer has. Empty if the account may not list functions. */
async function findGoneFunctions(
  { ask }: GoogleApi,
  { project, region }: DeployPlan,
  names: readonly string[],
): Promise<string[]> {
  const path = `/v2/projects/${project}/locations/-/functions`;
  const { status, body } = await ask('functions', 'GET', path);
  if (status !== 200) return [];
  const folder = `projects/${project}/locations/${region}/functions/`;
  return listSchema
    .parse(body)
    .functions.filter(({ labels }) => labels['deployment-tool']?.startsWith('cli-firebase'))
    .flatMap(({ name }) => (name.startsWith(folder) ? name.slice(folder.length) : []))
    .filter((name) => !names.includes(name))
    .sort();
}

/** Deploys the site to a preview channel that expires after a week. */
export async function previewSite(
  supervisor: Supervisor,
  plan: DeployPlan,
  channel: string,
): Promise<void> {
  const args = ['hosting:channel:deploy', channel, '--expires', '7d'];
  const code = await firebase(supervisor, plan, args);
  if (code !== 0) throw new ExpectedFailure('The preview was not published: see above.');
}

function firebase(
  supervisor: Supervisor,
  plan: DeployPlan,
  args: readonly string[],
  onOutput?: (piece: string) => void,
): Promise<number> {
  // Child processes have no terminal, so firebase-tools must not prompt.
  const to = ['--config', CONFIG, '--project', plan.project, '--non-interactive'];
  const program = { name: 'deploy', ...tool(FIREBASE, ...args, ...to) };
  return supervisor.runShown({ ...program, cwd: REPOSITORY, environment: process.env }, onOutput);
}

const IMAGE_DAYS = 1;
const POLICY = 'firebase-functions-cleanup';

const repositorySchema = z.looseObject({
  name: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  cleanupPolicies: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Sets a cleanup policy for the functions' old images. Returns false if it sets none, for example because the image
 * repository has a policy or does not exist yet.
 */
export async function removeOldImages(
  { ask }: GoogleApi,
  project: string,
  region: string,
): Promise<boolean> {
  const path = `/v1/projects/${project}/locations/${region}/repositories/gcf-artifacts`;
  const { status, body } = await ask('artifactregistry', 'GET', path);
  if (status !== 200) return false;
  const { name, labels, cleanupPolicies } = repositorySchema.parse(body);
  if (Object.keys(cleanupPolicies).length > 0 || `${POLICY}-opted-out` in labels) return false;
  const condition = { tagState: 'ANY', olderThan: `${IMAGE_DAYS * 86_400}s` };
  const policy = { id: POLICY, condition, action: 'DELETE' };
  const mask = 'cleanupPolicies,cleanupPolicyDryRun';
  const changed = await ask('artifactregistry', 'PATCH', `${path}?updateMask=${mask}`, {
    name,
    cleanupPolicies: { [POLICY]: policy },
    cleanupPolicyDryRun: false,
  });
  return changed.status === 200;
}

/**
 * Turns off soft delete, which keeps and bills overwritten objects for a week, in the default bucket and the buckets of
 * `urls`. The privacy page promises that deleted keywords are gone after a day.
 */
export async function forgetOverwritten(
  google: GoogleApi,
  project: string,
  urls: readonly string[],
): Promise<{ changed: string[]; refused: string[] }> {
  const own = await findBucket(google, project);
  const buckets = [
    ...('bucket' in own ? [own.bucket] : []),
    ...urls.flatMap((url) => /^gs:\/\/([^/]+)/.exec(url)?.[1] ?? []),
  ];
  const changed: string[] = [];
  const refused: string[] = [];
  for (const bucket of new Set(buckets)) {
    const { status } = await google.ask('storage', 'PATCH', `/storage/v1/b/${bucket}`, {
      softDeletePolicy: { retentionDurationSeconds: '0' },
    });
    (status === 200 ? changed : refused).push(bucket);
  }
  return { changed, refused };
}
