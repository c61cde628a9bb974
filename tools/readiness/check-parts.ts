import * as z from 'zod';
import { findMissingAlarms } from '../alarms/make-alarms.ts';
import { findBucket } from '../deploy/find-bucket.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import { type BackupState, readBackups } from '../deploy/backups.ts';
import { exclusionCommand, readRequestLog } from '../deploy/request-log.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { policySchema } from './check-access.ts';
import { firebaseConsole, type Finding, later, mendable, missing, ok, unseen } from './finding.ts';
import { closeBucket, createDatabase, makeSecret } from './mend.ts';

const billingSchema = z.object({ billingEnabled: z.boolean().default(false) });
export async function checkBilling({ ask }: GoogleApi, project: string): Promise<Finding> {
  const { status, body } = await ask('billing', 'GET', `/v1/projects/${project}/billingInfo`);
  if (status !== 200) return unseen('the Blaze plan', status);
  return billingSchema.parse(body).billingEnabled
    ? ok('the project is on the Blaze plan')
    : missing('the project is not on the Blaze plan', firebaseConsole(project, 'usage/details'));
}

export async function checkDatabase(
  { ask }: GoogleApi,
  project: string,
  region: string,
): Promise<Finding> {
  const { status } = await ask('firestore', 'GET', `/v1/projects/${project}/databases/(default)`);
  if (status === 200) return ok('there is a Firestore database');
  if (status !== 404) return unseen('Firestore', status);
  return mendable(
    missing(
      `there is no Firestore database; it cannot move from ${region} later`,
      `gcloud firestore databases create --location=${region} --project=${project}`,
    ),
    createDatabase(project, region),
  );
}

/** The bucket must not be public: it contains copies of people's keywords. */
export async function checkStorage(google: GoogleApi, project: string): Promise<Finding> {
  const found = await findBucket(google, project);
  if ('bucket' in found) return checkBucket(google, found.bucket);
  return found.status === 404
    ? missing(
        'Storage has no bucket yet: choose “Get started”',
        firebaseConsole(project, 'storage'),
      )
    : unseen('Storage', found.status);
}

const bucketSchema = z.object({
  iamConfiguration: z.object({ publicAccessPrevention: z.string().optional() }).optional(),
});

async function checkBucket({ ask }: GoogleApi, bucket: string): Promise<Finding> {
  const stored = await ask('storage', 'GET', `/storage/v1/b/${bucket}`);
  // With this, Google ignores whom the policy lets in.
  const { iamConfiguration } = bucketSchema.catch({}).parse(stored.body);
  if (iamConfiguration?.publicAccessPrevention === 'enforced') {
    return ok(`the bucket ${bucket} is closed to strangers`);
  }
  const { status, body } = await ask('storage', 'GET', `/storage/v1/b/${bucket}/iam`);
  if (status !== 200) return unseen(`who may read ${bucket}`, status);
  const isOpen = policySchema
    .parse(body)
    .bindings.some(({ members }) =>
      members.some((member) => ['allUsers', 'allAuthenticatedUsers'].includes(member)),
    );
  return isOpen
    ? mendable(
        missing(
          `the bucket ${bucket} is open to everybody`,
          `gcloud storage buckets update gs://${bucket} --public-access-prevention`,
        ),
        closeBucket(bucket),
      )
    : ok(`the bucket ${bucket} is closed to strangers`);
}

/** Secrets of our own, which may have any random value. */
const OURS = ['UNSUBSCRIBE_KEY'];

export async function checkSecrets(
  { ask }: GoogleApi,
  project: string,
  names: readonly string[],
): Promise<Finding[]> {
  const checked = names.map(async (name) => {
    const path = `/v1/projects/${project}/secrets/${name}/versions/latest`;
    const { status } = await ask('secrets', 'GET', path);
    if (status === 200) return ok(`secret ${name}`);
    if (status !== 404) return unseen(`secret ${name}`, status);
    const found = missing(
      `there is no secret ${name}`,
      `npx firebase functions:secrets:set ${name} --project ${project}`,
    );
    return OURS.includes(name) ? mendable(found, makeSecret(project, name)) : found;
  });
  return Promise.all(checked);
}

/** Checks the cleanup policy of the functions' old images, which `tools/deploy/publish.ts` sets. */
export async function checkImages(
  { ask }: GoogleApi,
  project: string,
  region: string,
): Promise<Finding> {
  const path = `/v1/projects/${project}/locations/${region}/repositories/gcf-artifacts`;
  const { status, body } = await ask('artifactregistry', 'GET', path);
  const policies = z.object({ cleanupPolicies: z.record(z.string(), z.unknown()).optional() });
  if (status === 200) {
    const found = Object.keys(policies.parse(body).cleanupPolicies ?? {});
    return found.length > 0
      ? ok('old images of functions are removed')
      : later('a cleanup policy for old images: the deployment sets it');
  }
  return status === 404 || status === 403
    ? later('a cleanup policy for old images: the first deployment sets it')
    : unseen('images of functions', status);
}

/** Missing backups never block a deployment, because the deployment turns them on. */
export async function checkBackups(google: GoogleApi, project: string): Promise<Finding[]> {
  const backups = await readBackups(google, project);
  // Status 404 means that there is no database, which another check reports.
  return backups.filter(({ status }) => status !== 404).map(findingOf);
}

function findingOf({ name, status, isSet, command }: BackupState): Finding {
  if (isSet) return ok(`there is ${name}`);
  if (status !== 200) return unseen(name, status);
  return later(`there is not yet ${name}: the deployment sets it, or you do`, command);
}

export async function checkRequestLog(google: GoogleApi, project: string): Promise<Finding> {
  const log = await readRequestLog(google, project);
  if (log.isExcluded) return ok('searches and secret addresses stay out of Google’s request log');
  if (log.status !== 200 && log.status !== 404) return unseen('the request log', log.status);
  return later(
    'Google’s request log would record searches and secret addresses: the deployment excludes them, or you do',
    exclusionCommand(project, log),
  );
}

/** Missing alarms never block a deployment, because the deployment works without them. */
export async function checkAlarms(google: GoogleApi, project: string): Promise<Finding> {
  try {
    const missing = await findMissingAlarms(google, project);
    if (missing.length === 0) return ok('there are all alarms');
    return later(
      `not all alarms are there yet (${missing.join(', ')}): you make them, at best after the deployment`,
      `npm run alarms -- --project ${project}`,
    );
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    const [text = '', ...fix] = error.message.split('\n').map((line) => line.trim());
    return { state: 'unseen', text: `the alarms: ${text}`, fix };
  }
}
