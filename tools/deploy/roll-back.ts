import * as z from 'zod';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import type { GoogleApi } from './google-api.ts';

const releaseSchema = z.object({
  releaseTime: z.string(),
  version: z.object({ name: z.string() }).optional(),
});
const releasesSchema = z.object({ releases: z.array(releaseSchema).default([]) });

/**
 * Makes Hosting serve the site's previous version, with the revision of `pages` that this version pins. Other
 * functions, rules and indexes stay.
 * @returns Release times of the replaced version (`from`) and of the restored version (`to`).
 */
export async function rollBack(
  { ask }: GoogleApi,
  project: string,
): Promise<{ from: string; to: string }> {
  const channel = `/v1beta1/projects/${project}/sites/${project}/channels/live/releases`;
  const { status, body } = await ask('hosting', 'GET', `${channel}?pageSize=50`);
  if (status !== 200) throw new ExpectedFailure(`Hosting did not list its releases (${status}).`);
  const [present, ...earlier] = releasesSchema.parse(body).releases;
  const before = earlier.find(
    ({ version }) => version !== undefined && version.name !== present?.version?.name,
  );
  if (before?.version === undefined) {
    throw new ExpectedFailure('There is no version before the present one.');
  }
  const query = `versionName=${encodeURIComponent(before.version.name)}`;
  const released = await ask('hosting', 'POST', `${channel}?${query}`, { type: 'ROLLBACK' });
  if (released.status !== 200) {
    throw new ExpectedFailure(`Hosting did not take the version back (${released.status}).`);
  }
  return { from: present?.releaseTime ?? 'no time', to: before.releaseTime };
}
