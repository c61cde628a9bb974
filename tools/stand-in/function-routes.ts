import type { Project } from './project.ts';
import { api, type Asked, type Json, notFound, operation, type Route, textOf } from './route.ts';

/** Routes of functions with their Cloud Run services, queues, schedules and images. */
export function functionRoutes(project: Project): Route[] {
  const folder = (region: string) => `projects/${project.id}/locations/${region}`;

  /** Creates a revision of the function's service that gets all traffic; tags are kept. */
  function rollOut(region: string, id: string): string {
    const name = `${folder(region)}/services/${id.toLowerCase()}`;
    const before = project.services.get(name);
    const generation = Number((before?.['metadata'] as Json | undefined)?.['generation'] ?? 0) + 1;
    const revision = `${id.toLowerCase()}-${String(generation).padStart(5, '0')}`;
    const traffic = ((before?.['spec'] as Json | undefined)?.['traffic'] ?? []) as Json[];
    project.services.set(name, {
      metadata: {
        name: id.toLowerCase(),
        namespace: project.number,
        generation,
        labels: { 'cloud.googleapis.com/location': region },
      },
      spec: {
        traffic: [
          { latestRevision: true, percent: 100 },
          ...traffic.filter(({ tag }) => tag !== undefined),
        ],
      },
      status: ready(generation, revision),
    });
    return name;
  }

  function publish({ parts: { region = '' }, body }: Asked, id: string): Json {
    project.repository ??= { name: `${folder(region)}/repositories/gcf-artifacts`, labels: {} };
    if (project.failing.has(id)) {
      const message = `Could not create or update Cloud Run service ${id.toLowerCase()}, Container Healthcheck failed.`;
      return operation(project, { error: { code: 3, message } });
    }
    const name = `${folder(region)}/functions/${id}`;
    const service = rollOut(region, id);
    const uri = `https://${id.toLowerCase()}-x-uc.a.run.app`;
    const stored: Json = {
      ...body,
      name,
      state: 'ACTIVE',
      url: uri,
      serviceConfig: { ...(body['serviceConfig'] as Json), service, uri },
    };
    project.functions.set(name, stored);
    return operation(project, { response: stored });
  }

  function serviceAt({ parts: { region = '', id = '' } }: Asked): { name: string; service: Json } {
    const name = `${folder(region)}/services/${id}`;
    const service = project.services.get(name);
    if (service === undefined) throw notFound(name);
    return { name, service };
  }

  function kept(map: Map<string, Json>, kind: string) {
    const at = ({ parts: { region = '', id = '' } }: Asked) => `${folder(region)}/${kind}/${id}`;
    const one = (asked: Asked) => {
      const found = map.get(at(asked));
      if (found === undefined) throw notFound(at(asked));
      return found;
    };
    return {
      [`GET /{v}/projects/{p}/locations/{region}/${kind}/{id}`]: one,
      [`POST /{v}/projects/{p}/locations/{region}/${kind}`]: ({ body }: Asked) => {
        map.set(textOf(body['name']), body);
        return body;
      },
      [`PATCH /{v}/projects/{p}/locations/{region}/${kind}/{id}`]: (asked: Asked) => {
        map.set(at(asked), { ...one(asked), ...asked.body });
        return one(asked);
      },
      [`POST /{v}/projects/{p}/locations/{region}/${kind}/{id}:getIamPolicy`]: (asked: Asked) =>
        project.policies.get(at(asked)) ?? {},
      [`POST /{v}/projects/{p}/locations/{region}/${kind}/{id}:setIamPolicy`]: (asked: Asked) => {
        project.policies.set(at(asked), asked.body['policy'] as Json);
        return {};
      },
    };
  }

  return [
    ...api('cloudfunctions.googleapis.com', {
      'GET /v2/projects/{p}/locations/-/functions': () => ({
        functions: [...project.functions.values()],
      }),
      'GET /v1/projects/{p}/locations/-/functions': () => ({}),
      'POST /v2/projects/{p}/locations/{region}/functions:generateUploadUrl': () => ({
        uploadUrl: `http://storage.googleapis.com:${project.port}/upload/functions.zip?GoogleAccessId=x`,
        storageSource: { bucket: 'uploads', object: 'functions.zip' },
      }),
      'POST /v2/projects/{p}/locations/{region}/functions': (asked) =>
        publish(asked, asked.query.get('functionId') ?? ''),
      'PATCH /v2/projects/{p}/locations/{region}/functions/{id}': (asked) =>
        publish(asked, asked.parts['id'] ?? ''),
      'DELETE /v2/projects/{p}/locations/{region}/functions/{id}': ({ parts }) => {
        project.functions.delete(`${folder(parts['region'] ?? '')}/functions/${parts['id'] ?? ''}`);
        return operation(project, { response: {} });
      },
      'GET /v2/operations/{id}': ({ parts: { id = '' } }) =>
        project.operations.get(`operations/${id}`),
    }),
    ...api('runtimeconfig.googleapis.com', {
      'GET /v1beta1/projects/{p}/configs': () => ({}),
    }),
    ...api('firebaseextensions.googleapis.com', {
      'GET /v1beta/projects/{p}/instances': () => ({}),
    }),
    ...api('run.googleapis.com', {
      'GET /v1/projects/{p}/locations/{region}/services/{id}': (asked) => serviceAt(asked).service,
      'PUT /v1/projects/{p}/locations/{region}/services/{id}': (asked) => {
        const { name, service } = serviceAt(asked);
        const { latestReadyRevisionName } = service['status'] as Json;
        const { generation } = service['metadata'] as Json;
        const next = { ...service, spec: asked.body['spec'] };
        project.services.set(name, {
          ...next,
          status: ready(Number(generation), textOf(latestReadyRevisionName)),
        });
        return serviceAt(asked).service;
      },
      'GET /v1/projects/{p}/locations/{region}/services/{id}:getIamPolicy': (asked) =>
        project.policies.get(serviceAt(asked).name) ?? {},
      'POST /v1/projects/{p}/locations/{region}/services/{id}:setIamPolicy': (asked) => {
        project.policies.set(serviceAt(asked).name, asked.body['policy'] as Json);
        return {};
      },
    }),
    ...api('cloudtasks.googleapis.com', kept(project.queues, 'queues')),
    ...api('cloudscheduler.googleapis.com', kept(project.jobs, 'jobs')),
    ...api('artifactregistry.googleapis.com', {
      'GET /v1/projects/{p}/locations/{region}/repositories/{id}': () => {
        if (project.repository === null) throw notFound('gcf-artifacts');
        return project.repository;
      },
      'PATCH /v1/projects/{p}/locations/{region}/repositories/{id}': ({ body }) => {
        project.repository = { ...project.repository, ...body };
        return project.repository;
      },
    }),
  ];
}

function ready(generation: number, revision: string): Json {
  return {
    observedGeneration: generation,
    latestReadyRevisionName: revision,
    conditions: [{ type: 'Ready', status: 'True' }],
  };
}
