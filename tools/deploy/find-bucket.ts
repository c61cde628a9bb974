import * as z from 'zod';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { type GoogleApi, signIn } from './google-api.ts';

const bucketSchema = z.object({ bucket: z.object({ name: z.string() }) });

/** Returns the project's default bucket, or the HTTP status if there is none. */
export async function findBucket(
  { ask }: GoogleApi,
  project: string,
): Promise<{ bucket: string } | { status: number }> {
  const path = `/v1alpha/projects/${project}/defaultBucket`;
  const { status, body } = await ask('firebasestorage', 'GET', path);
  if (status !== 200) return { status };
  return { bucket: bucketSchema.parse(body).bucket.name.split('/').pop() ?? '' };
}

/** Signs in and returns the project's default bucket. Throws an ExpectedFailure if there is none. */
export async function bucketOf(project: string): Promise<string> {
  const found = await findBucket(await signIn(project), project);
  if ('bucket' in found) return found.bucket;
  throw new ExpectedFailure(
    `The project ${project} has no bucket, or your account may not see it (${found.status}).`,
  );
}
