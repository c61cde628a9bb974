import * as z from 'zod';
import type { GoogleApi } from './google-api.ts';

const bucketSchema = z.object({ bucket: z.object({ name: z.string() }) });

/** The name of the project's default bucket; if there is none, the HTTP status. */
export async function findBucket(
  { ask }: GoogleApi,
  project: string,
): Promise<{ bucket: string } | { status: number }> {
  const path = `/v1alpha/projects/${project}/defaultBucket`;
  const { status, body } = await ask('firebasestorage', 'GET', path);
  if (status !== 200) return { status };
  return { bucket: bucketSchema.parse(body).bucket.name.split('/').pop() ?? '' };
}
