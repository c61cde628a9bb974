import * as z from 'zod';
import type { GoogleApi } from './google-api.ts';
import { findBucket } from './find-bucket.ts';

/** Days that images of functions are kept for; nothing runs from them. */
const IMAGE_DAYS = 1;
/** As firebase-tools names the policy. */
const POLICY = 'firebase-functions-cleanup';

const repositorySchema = z.looseObject({
  name: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  cleanupPolicies: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Has old images of functions removed. firebase-tools ends in an error where no policy is set and nobody
 * can be asked, after it has published the functions and before the site. There is nothing to set it
 * on before the first function is built.
 * @returns Whether a policy was set now.
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
 * Has the buckets forget at once what is overwritten or deleted there. Storage would keep it for a week
 * and bill it, while the privacy page says that deleted keywords are gone after a day.
 * @returns The buckets that forget at once, and those that could not be changed.
 */
export async function forgetOverwritten(
  google: GoogleApi,
  project: string,
  catalogueUrl: string,
): Promise<{ changed: string[]; refused: string[] }> {
  const own = await findBucket(google, project);
  const named = /^gs:\/\/([^/]+)\//.exec(catalogueUrl)?.[1];
  const buckets = [
    ...('bucket' in own ? [own.bucket] : []),
    ...(named === undefined ? [] : [named]),
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
