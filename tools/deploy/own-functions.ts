import * as z from 'zod';
import type { DeployPlan } from './deploy-plan.ts';
import type { GoogleApi } from './google-api.ts';

/** Names of the functions in the code, which is loaded only here, because only publishing needs them. */
export async function functionNames(): Promise<string[]> {
  return Object.keys(await import('../../functions/src/index.ts'));
}

const listSchema = z.object({
  functions: z
    .array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }))
    .default([]),
});

/**
 * Functions of an earlier deployment that the code no longer has. Empty if the account may not list
 * functions.
 */
export async function goneFunctions(
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
