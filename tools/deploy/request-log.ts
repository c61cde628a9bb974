import * as z from 'zod';
import type { GoogleApi } from './google-api.ts';

/** Functions whose addresses contain queries, links of emails or private feeds. Cloud Run's names are in lower case. */
const SERVICES = ['api', 'feeds', 'pages', 'unsubscribe'];
const EXCLUSION = 'addresses';
const LOG = 'log_id("run.googleapis.com/requests")';

const exclusionSchema = z.object({
  filter: z.string().default(''),
  disabled: z.boolean().default(false),
});

interface RequestLog {
  /** HTTP status. 404 if there is no exclusion. */
  status: number;
  isExcluded: boolean;
  /** All services to exclude, with those that the exclusion names already. */
  services: readonly string[];
}

/** Reads the exclusion of the sink `_Default`, through which Google stores requests of functions with their addresses. */
export async function readRequestLog({ ask }: GoogleApi, project: string): Promise<RequestLog> {
  const path = `/v2/projects/${project}/exclusions/${EXCLUSION}`;
  const { status, body } = await ask('logging', 'GET', path);
  if (status !== 200) return { status, isExcluded: false, services: SERVICES };
  const { filter, disabled } = exclusionSchema.parse(body);
  const named: readonly string[] =
    /service_name=\(([^)]*)\)/.exec(filter)?.[1]?.match(/[\w-]+(?=")/g) ?? [];
  const isExcluded =
    !disabled && filter.includes(LOG) && SERVICES.every((name) => named.includes(name));
  return { status, isExcluded, services: [...new Set([...SERVICES, ...named])].sort() };
}

function filterOf(services: readonly string[]): string {
  const names = services.map((name) => `"${name}"`).join(' OR ');
  return `resource.type="cloud_run_revision" AND resource.labels.service_name=(${names}) AND ${LOG}`;
}

export function exclusionCommand(project: string, { status, services }: RequestLog): string {
  const change = status === 200 ? 'update' : 'add';
  return `gcloud logging sinks update _Default --project=${project} --${change}-exclusion=name=${EXCLUSION},disabled=false,filter='${filterOf(services)}'`;
}

/**
 * Excludes addresses from the request log, as the privacy page promises. Idempotent. Returns what it did, or the command
 * for an account that may.
 */
export async function excludeAddresses(google: GoogleApi, project: string): Promise<string[]> {
  const log = await readRequestLog(google, project);
  if (log.isExcluded) return [];
  const path = `/v2/projects/${project}/exclusions`;
  const filter = filterOf(log.services);
  const { status } =
    log.status === 200
      ? await google.ask('logging', 'PATCH', `${path}/${EXCLUSION}?updateMask=filter,disabled`, {
          filter,
          disabled: false,
        })
      : await google.ask('logging', 'POST', path, { name: EXCLUSION, filter });
  if (status === 200) {
    return [
      `From now on Google’s request log does not record requests of ${log.services.join(', ')}.`,
    ];
  }
  return [
    `Google’s request log records searches and secret addresses (${status}), against the privacy page: run`,
    `  ${exclusionCommand(project, log)}`,
  ];
}
