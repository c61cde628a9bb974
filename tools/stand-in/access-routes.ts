import type { Project } from './project.ts';
import { api, type Asked, denied, type Json, notFound, operation, type Route } from './route.ts';

export function accessRoutes(project: Project): Route[] {
  const about = { projectId: project.id, projectNumber: project.number };

  const granted = ({ body }: Asked) => ({
    permissions: (body['permissions'] as unknown as string[]).filter(
      (name) => !project.lacking.has(name),
    ),
  });

  function policy() {
    if (project.lacking.has('resourcemanager.projects.getIamPolicy')) throw denied('getIamPolicy');
    const bindings = [...project.roles].map(([role, members]) => ({
      role,
      members: [...members],
    }));
    return { version: 1, etag: 'x', bindings };
  }

  function setPolicy({ body }: Asked) {
    const { bindings } = body['policy'] as Json;
    project.roles.clear();
    for (const { role, members } of bindings as unknown as { role: string; members: string[] }[]) {
      project.roles.set(role, new Set(members));
    }
    return policy();
  }

  function secret({ parts }: Asked) {
    const { name = '' } = parts;
    if (!project.secrets.has(name)) throw notFound(`Secret ${name}`);
    return { name: `projects/${project.number}/secrets/${name}`, replication: {} };
  }

  return [
    ...api('cloudresourcemanager.googleapis.com', {
      'GET /v1/projects/{p}': () => ({ ...about, lifecycleState: 'ACTIVE' }),
      'POST /{v}/projects/{p}:testIamPermissions': granted,
      'POST /{v}/projects/{p}:getIamPolicy': policy,
      'POST /{v}/projects/{p}:setIamPolicy': setPolicy,
    }),
    ...api('iam.googleapis.com', {
      'POST /v1/projects/{p}/serviceAccounts/{account}:testIamPermissions': granted,
      'GET /v1/projects/{p}/serviceAccounts/{account}': ({ parts }) => ({
        email: parts['account'],
      }),
    }),
    ...api('firebase.googleapis.com', {
      'GET /v1beta1/projects/{p}': () => ({
        ...about,
        resources: { hostingSite: project.id },
        state: 'ACTIVE',
      }),
      'GET /v1beta1/projects/{p}/adminSdkConfig': () => ({
        projectId: project.id,
        ...(project.bucket !== null && { storageBucket: project.bucket['name'] }),
      }),
      'GET /v1beta1/projects/{p}/webApps': () => ({ apps: [] }),
    }),
    ...api('serviceusage.googleapis.com', {
      'GET /v1/projects/{p}/services/{name}': ({ parts: { name = '' } }) => ({
        state: project.apis.has(name) ? 'ENABLED' : 'DISABLED',
      }),
      'GET /v1/projects/{p}/services:batchGet': ({ query }) => ({
        services: query.getAll('names').map((name) => ({
          name,
          state: project.apis.has(name.split('/').pop() ?? '') ? 'ENABLED' : 'DISABLED',
        })),
      }),
      'POST /v1/projects/{p}/services/{name}:enable': ({ parts: { name = '' } }) => {
        if (!project.mayEnable) throw denied(`to enable service [${name}]`);
        project.apis.add(name);
        return operation(project, { response: {} });
      },
    }),
    ...api('serviceusage.googleapis.com', {
      'POST /v1beta1/projects/{p}/services/{name}:generateServiceIdentity': () =>
        operation(project, { response: { email: 'agent@example.com', uniqueId: '1' } }),
    }),
    ...api('secretmanager.googleapis.com', {
      'GET /v1/projects/{p}/secrets/{name}': secret,
      'GET /v1/projects/{p}/secrets/{name}/versions/{version}': (asked) => {
        const { name } = secret(asked);
        return { name: `${name}/versions/1`, state: 'ENABLED' };
      },
      'GET /v1/projects/{p}/secrets/{name}:getIamPolicy': (asked) =>
        project.policies.get(secret(asked).name) ?? {},
      'POST /v1/projects/{p}/secrets/{name}:setIamPolicy': (asked) => {
        project.policies.set(secret(asked).name, asked.body['policy'] as Json);
        return {};
      },
    }),
    ...api('cloudbilling.googleapis.com', {
      'GET /v1/projects/{p}/billingInfo': () => ({ billingEnabled: true }),
    }),
    ...api('compute.googleapis.com', {
      'GET /compute/v1/projects/{p}': () => ({
        defaultServiceAccount: `${project.number}-compute@developer.gserviceaccount.com`,
      }),
    }),
  ];
}
