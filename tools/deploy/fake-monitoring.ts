import { randomUUID } from 'node:crypto';
import type { FakeProject } from './fake-google.ts';
import { found, Refusal, type Routes } from './fake-routes.ts';

type Json = Record<string, unknown>;

export function logRoutes(id: string, project: FakeProject): Routes {
  const path = `/v2/projects/${id}/exclusions`;
  return {
    [`logging GET ${path}/*`]: ({ rest }) => found(project.exclusions.get(rest) ?? null),
    [`logging POST ${path}`]: ({ body }) => {
      if (project.lacking.has('logging.exclusions.create')) throw new Refusal(403);
      project.exclusions.set(String(body['name']), body);
      return body;
    },
    [`logging PATCH ${path}/*`]: ({ rest, body }) => {
      project.exclusions.set(rest, { ...found(project.exclusions.get(rest) ?? null), ...body });
      return body;
    },
  };
}

export function monitoringRoutes(id: string, project: FakeProject): Routes {
  const entriesOf = (list: string): Routes => {
    const prefix = `projects/${id}/${list}/`;
    const set = (name: string, body: Json) => {
      requireMetrics(body);
      project.monitoring.set(name, { ...body, name });
      return { ...body, name };
    };
    return {
      [`monitoring GET /v3/projects/${id}/${list}`]: () => {
        if (project.lacking.has('monitoring.read')) throw new Refusal(403);
        const all = [...project.monitoring.values()];
        return { [list]: all.filter(({ name }) => String(name).startsWith(prefix)) };
      },
      [`monitoring POST /v3/projects/${id}/${list}`]: ({ body }) =>
        set(prefix + randomUUID(), body),
      [`monitoring PATCH /v3/${prefix}*`]: ({ rest, body }) => {
        found(project.monitoring.get(prefix + rest) ?? null);
        return set(prefix + rest, body);
      },
      [`monitoring DELETE /v3/${prefix}*`]: ({ rest }) => {
        project.monitoring.delete(prefix + rest);
        return {};
      },
    };
  };
  // Google refuses a policy with a metric that does not exist.
  const requireMetrics = ({ conditions = [] }: Json) => {
    const used = JSON.stringify(conditions).matchAll(/googleapis\.com\/user\/([\w-]+)/g);
    for (const [, name = ''] of used) if (!project.metrics.has(name)) throw new Refusal(404);
  };
  return {
    [`logging PUT /v2/projects/${id}/metrics/*`]: ({ rest, body }) => {
      project.metrics.set(rest, String(body['filter']));
      return body;
    },
    ...entriesOf('notificationChannels'),
    ...entriesOf('uptimeCheckConfigs'),
    ...entriesOf('alertPolicies'),
  };
}
