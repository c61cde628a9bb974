import * as z from 'zod';
import type { GoogleApi } from '../deploy/google-api.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { ALARMS, type Alarm } from './alarms.ts';

export interface AlarmPlan {
  project: string;
  siteUrl: string;
  email: string;
}

/** Label of everything that the command creates in Cloud Monitoring, so that a later run finds it. */
const LABEL = 'earshot';
const OPERATOR = 'operator';
const FUNCTIONS = 'resource.type="cloud_run_revision"';

type List = 'notificationChannels' | 'uptimeCheckConfigs' | 'alertPolicies';

/** Makes all alarms, and deletes our policies that are not in ALARMS. Idempotent. Returns a line for each change. */
export async function makeAlarms(google: GoogleApi, plan: AlarmPlan): Promise<string[]> {
  const { project, email } = plan;
  const channel = await put(google, project, 'notificationChannels', OPERATOR, {
    type: 'email',
    displayName: 'Earshot operator',
    labels: { email_address: email },
    enabled: true,
  });
  const lines = [`channel  ${email}`];
  for (const alarm of ALARMS) {
    const condition = await makeCondition(google, plan, alarm);
    await put(google, project, 'alertPolicies', alarm.name, {
      displayName: `Earshot ${alarm.name}`,
      documentation: {
        content: `Raised when ${alarm.when}.\n\n${alarm.doing}`,
        mimeType: 'text/markdown',
      },
      combiner: 'AND',
      conditions: [{ displayName: alarm.name, conditionThreshold: condition }],
      notificationChannels: [channel],
      alertStrategy: { autoClose: '86400s' },
      enabled: true,
    });
    lines.push(`policy   ${alarm.name}: ${alarm.when}`);
  }
  for (const { name, userLabels } of await list(google, project, 'alertPolicies')) {
    const label = userLabels[LABEL];
    if (label === undefined || ALARMS.some((alarm) => alarm.name === label)) continue;
    require200(await google.ask('monitoring', 'DELETE', `/v3/${name}`), label, project);
    lines.push(`deleted  ${label}: no alarm of this version`);
  }
  return lines;
}

/** Returns the names of alarms that are missing or switched off, and `channel` if no email address is notified. */
export async function findMissingAlarms(google: GoogleApi, project: string): Promise<string[]> {
  const labelsOf = async (name: List) =>
    (await list(google, project, name))
      .filter(({ enabled }) => enabled !== false)
      .map(({ userLabels }) => userLabels[LABEL]);
  const [channels, policies] = [
    await labelsOf('notificationChannels'),
    await labelsOf('alertPolicies'),
  ];
  const missing = ALARMS.map(({ name }) => name).filter((name) => !policies.includes(name));
  return channels.includes(OPERATOR) ? missing : ['channel', ...missing];
}

/** Creates the metric or the uptime check of an alarm, and returns the condition of its policy. */
async function makeCondition(
  google: GoogleApi,
  { project, siteUrl }: AlarmPlan,
  { name, cause }: Alarm,
): Promise<object> {
  if ('path' in cause) {
    const check = await put(google, project, 'uptimeCheckConfigs', name, {
      displayName: `Earshot ${name}`,
      monitoredResource: {
        type: 'uptime_url',
        labels: { project_id: project, host: new URL(siteUrl).host },
      },
      httpCheck: { path: cause.path, port: 443, useSsl: true, validateSsl: true },
      contentMatchers: [{ content: cause.contains, matcher: 'CONTAINS_STRING' }],
      period: '300s',
      timeout: '30s',
    });
    return failsTwice(check.split('/').pop() ?? '');
  }
  const metric = `earshot-${cause.metric}`;
  const by = 'by' in cause ? [cause.by] : [];
  const body = {
    name: metric,
    description: 'Made by `npm run alarms` of Earshot.',
    filter: `${FUNCTIONS} AND ${cause.filter}`,
    metricDescriptor: {
      metricKind: 'DELTA',
      valueType: 'INT64',
      unit: '1',
      labels: by.map((key) => ({ key, valueType: 'STRING' })),
    },
    labelExtractors: Object.fromEntries(by.map((key) => [key, `EXTRACT(jsonPayload.${key})`])),
  };
  const path = `/v2/projects/${project}/metrics/${metric}`;
  require200(await google.ask('logging', 'PUT', path, body), `metric ${metric}`, project);
  return {
    filter: `metric.type="logging.googleapis.com/user/${metric}" AND ${FUNCTIONS}`,
    aggregations: [
      {
        alignmentPeriod: `${cause.minutes * 60}s`,
        perSeriesAligner: 'ALIGN_SUM',
        crossSeriesReducer: 'REDUCE_SUM',
        groupByFields: by.map((key) => `metric.label.${key}`),
      },
    ],
    ...(!('moreThan' in cause)
      ? // Without any line, the count is 0 or absent. Both raise the alarm.
        {
          comparison: 'COMPARISON_LT',
          thresholdValue: 1,
          duration: '60s',
          evaluationMissingData: 'EVALUATION_MISSING_DATA_ACTIVE',
        }
      : { comparison: 'COMPARISON_GT', thresholdValue: cause.moreThan, duration: '0s' }),
  };
}

/** Fails if the uptime check failed from at least two locations within 20 minutes, the default of Google's console. */
function failsTwice(checkId: string): object {
  const check = 'metric.type="monitoring.googleapis.com/uptime_check/check_passed"';
  return {
    filter: `${check} AND metric.label.check_id="${checkId}" AND resource.type="uptime_url"`,
    aggregations: [
      {
        alignmentPeriod: '1200s',
        perSeriesAligner: 'ALIGN_NEXT_OLDER',
        crossSeriesReducer: 'REDUCE_COUNT_FALSE',
        groupByFields: ['resource.label.project_id', 'resource.label.host'],
      },
    ],
    comparison: 'COMPARISON_GT',
    thresholdValue: 1,
    duration: '60s',
  };
}

async function put(
  google: GoogleApi,
  project: string,
  name: List,
  label: string,
  entry: object,
): Promise<string> {
  const body = { ...entry, userLabels: { [LABEL]: label } };
  const known = await list(google, project, name);
  const same = known.find(({ userLabels }) => userLabels[LABEL] === label);
  const answer =
    same === undefined
      ? await google.ask('monitoring', 'POST', `/v3/projects/${project}/${name}`, body)
      : await google.ask('monitoring', 'PATCH', `/v3/${same.name}`, body);
  return entrySchema.parse(require200(answer, `${name} ${label}`, project)).name;
}

const entrySchema = z.looseObject({
  name: z.string(),
  userLabels: z.record(z.string(), z.string()).default({}),
  /** Only policies and channels have this field. */
  enabled: z.boolean().optional(),
});

async function list(google: GoogleApi, project: string, name: List) {
  const all: z.infer<typeof entrySchema>[] = [];
  let page = '';
  do {
    const path = `/v3/projects/${project}/${name}?pageSize=100&pageToken=${page}`;
    const body = require200(await google.ask('monitoring', 'GET', path), name, project);
    const { [name]: found, nextPageToken } = pageSchema.parse(body);
    all.push(...z.array(entrySchema).default([]).parse(found));
    page = encodeURIComponent(nextPageToken);
  } while (page !== '');
  return all;
}

const pageSchema = z.looseObject({ nextPageToken: z.string().default('') });

/** Returns the body of a response with status 200. Otherwise throws an ExpectedFailure with a remedy. */
function require200(
  { status, body }: { status: number; body: unknown },
  what: string,
  project: string,
): unknown {
  if (status === 200) return body;
  const { message = '' } = errorSchema.safeParse(body).data?.error ?? {};
  const answered = `${what}: answered with ${status}. ${message}`.trim();
  if (status === 403) {
    const enable = `gcloud services enable logging.googleapis.com monitoring.googleapis.com --project=${project}`;
    const roles = 'roles/logging.configWriter and roles/monitoring.editor';
    throw new ExpectedFailure(
      `${answered}\nThe APIs are off, or your account lacks ${roles}:\n  ${enable}`,
    );
  }
  const later =
    status === 404 ? '\nA new metric is known within ten minutes: run it again then.' : '';
  throw new ExpectedFailure(answered + later);
}

const errorSchema = z.object({ error: z.object({ message: z.string() }) });
