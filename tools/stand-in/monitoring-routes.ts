import { randomUUID } from 'node:crypto';
import type { Project } from './project.ts';
import { api, type Asked, denied, type Json, notFound, type Route, textOf } from './route.ts';

/** Routes of log-based metrics, notification channels, uptime checks and alert policies. */
export function monitoringRoutes(project: Project): Route[] {
  function entries(list: string, check: (body: Json) => void = () => undefined) {
    const prefix = `projects/${project.id}/${list}/`;
    const ofList = () =>
      [...project.monitoring].flatMap(([name, body]) => (name.startsWith(prefix) ? [body] : []));
    const set = (name: string, body: Json): Json => {
      check(body);
      const entry = { ...body, name };
      project.monitoring.set(name, entry);
      return entry;
    };
    return {
      [`GET /v3/projects/{p}/${list}`]: () => ({ [list]: ofList() }),
      [`POST /v3/projects/{p}/${list}`]: ({ body }: Asked) => set(prefix + randomUUID(), body),
      [`PATCH /v3/projects/{p}/${list}/{id}`]: ({ parts: { id = '' }, body }: Asked) => {
        if (!project.monitoring.has(prefix + id)) throw notFound(prefix + id);
        return set(prefix + id, body);
      },
    };
  }

  /** Google refuses a policy with a metric that does not exist. */
  function requireMetrics({ conditions }: Json): void {
    const used = JSON.stringify(conditions).matchAll(/googleapis\.com\/user\/([\w-]+)/g);
    for (const [, name = ''] of used) {
      if (!project.metrics.has(name)) throw notFound(`Cannot find metric that matches ${name}`);
    }
  }

  return [
    ...api('logging.googleapis.com', {
      'GET /v2/projects/{p}/metrics': () => {
        if (project.lacking.has('monitoring.read')) throw denied('monitoring.read');
        return { metrics: [...project.metrics].map(([name, filter]) => ({ name, filter })) };
      },
      'PUT /v2/projects/{p}/metrics/{name}': ({ parts: { name = '' }, body }) => {
        project.metrics.set(name, textOf(body['filter']));
        return body;
      },
    }),
    ...api('monitoring.googleapis.com', {
      ...entries('notificationChannels'),
      ...entries('uptimeCheckConfigs'),
      ...entries('alertPolicies', requireMetrics),
    }),
  ];
}
