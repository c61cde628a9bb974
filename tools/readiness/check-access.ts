import * as z from 'zod';
import type { GoogleApi } from '../deploy/google-api.ts';
import { type Finding, mendable, missing, ok, unseen } from './finding.ts';
import { enableApis, grantRole } from './mend.ts';
import { APIS, DEPLOYER_PERMISSIONS, RUNTIME_ROLES } from './needs.ts';

const servicesSchema = z.object({
  services: z.array(z.object({ name: z.string(), state: z.string() })),
});
export const policySchema = z.object({
  bindings: z.array(z.object({ role: z.string(), members: z.array(z.string()) })).default([]),
});
const grantedSchema = z.object({ permissions: z.array(z.string()).default([]) });

export async function checkApis({ ask }: GoogleApi, project: string): Promise<Finding> {
  const inProject = `projects/${project}/services`;
  const names = APIS.map((api) => `names=${inProject}/${api}.googleapis.com`);
  const { status, body } = await ask(
    'services',
    'GET',
    `/v1/${inProject}:batchGet?${names.join('&')}`,
  );
  const services = servicesSchema.safeParse(body).data?.services;
  if (status !== 200 || services === undefined) return unseen('APIs', status);
  const on = new Set(
    services.flatMap(({ name, state }) => (state === 'ENABLED' ? [name.split('/').pop()] : [])),
  );
  const off = APIS.map((api) => `${api}.googleapis.com`).filter((name) => !on.has(name));
  if (off.length === 0) return ok(`APIs: all ${APIS.length} are on`);
  return mendable(
    missing(
      `APIs: ${off.length} of ${APIS.length} are off`,
      `gcloud services enable ${off.join(' ')} --project=${project}`,
    ),
    enableApis(project, off),
  );
}

export async function checkDeployer(google: GoogleApi, project: string): Promise<Finding[]> {
  const { status, body } = await google.ask(
    'projects',
    'POST',
    `/v1/projects/${project}:testIamPermissions`,
    { permissions: DEPLOYER_PERMISSIONS.map(({ permission }) => permission) },
  );
  if (status !== 200) return [unseen('your own roles', status)];
  const { permissions } = grantedSchema.parse(body);
  const lacking = DEPLOYER_PERMISSIONS.filter(
    ({ permission }) => !permissions.includes(permission),
  );
  if (lacking.length === 0) return [ok('your account may deploy')];
  const { member } = google;
  return [...new Set(lacking.map(({ role }) => role))].map((role) => {
    const command = grantCommand(project, member ?? 'user:YOUR-ADDRESS', role);
    const found = missing(`your account has no ${role}`, command);
    return member === null ? found : mendable(found, grantRole(project, member, role));
  });
}

export async function checkRuntimeRoles(
  { ask }: GoogleApi,
  project: string,
  account: string,
): Promise<Finding[]> {
  const { status, body } = await ask(
    'projects',
    'POST',
    `/v1/projects/${project}:getIamPolicy`,
    {},
  );
  if (status !== 200) {
    return [unseen('roles of the functions’ account', status)];
  }
  const member = `serviceAccount:${account}`;
  const held = policySchema
    .parse(body)
    .bindings.filter(({ members }) => members.includes(member))
    .map(({ role }) => role);
  return RUNTIME_ROLES.map(({ role, why, coveredBy }) =>
    [role, ...coveredBy].some((name) => held.includes(name))
      ? ok(`the functions’ account has ${role}`)
      : mendable(
          missing(
            `the functions’ account has no ${role} (${why})`,
            grantCommand(project, member, role),
          ),
          grantRole(project, member, role),
        ),
  );
}

function grantCommand(project: string, member: string, role: string): string {
  return `gcloud projects add-iam-policy-binding ${project} --member=${member} --role=${role} --condition=None`;
}
