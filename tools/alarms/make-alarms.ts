import * as z from 'zod';
import type { Alarm } from '../../functions/src/platform/alarms/alarm.ts';
import { ALARMS } from '../../functions/src/platform/alarms/alarm-table.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { alertPolicy, LABEL, logMetrics, uptimeChecks } from './google-requests.ts';

export interface AlarmPlan {
  project: string;
  siteUrl: string;
  /** Address to which the alarms are mailed. */
  email: string;
}

const foundSchema = z.looseObject({
  name: z.string(),
  userLabels: z.record(z.string(), z.string()).default({}),
  /** Only policies and channels have this field. */
  enabled: z.boolean().optional(),
});
type Found = z.infer<typeof foundSchema>;

/** Value of our label on the notification channel. */
const OPERATOR = 'operator';

/** Lists in Cloud Monitoring to which the command adds entries. */
const LISTS = {
  channel: 'notificationChannels',
  check: 'uptimeCheckConfigs',
  policy: 'alertPolicies',
} as const;
type Kind = keyof typeof LISTS;

/**
 * Creates or updates the metrics, the notification channel, the uptime checks and the alert policies of all
 * alarms. Idempotent. Returns a line for each of them. Policies of alarms that are no longer in the table
 * stay, and are listed as well.
 */
export async function makeAlarms(google: GoogleApi, plan: AlarmPlan): Promise<string[]> {
  const lines: string[] = [];
  const put = putter(google, plan.project);
  for (const metric of logMetrics(ALARMS)) {
    const path = `/v2/projects/${plan.project}/metrics/${metric.name}`;
    requireDone(await google.ask('logging', 'PUT', path, metric), `metric ${metric.name}`, plan);
    lines.push(`metric   ${metric.name}: ${metric.filter}`);
  }
  const channel = await put('channel', OPERATOR, {
    type: 'email',
    displayName: 'Earshot operator',
    labels: { email_address: plan.email },
    userLabels: { [LABEL]: OPERATOR },
    enabled: true,
  });
  lines.push(`channel  ${plan.email}`);
  const checks = new Map<string, string>();
  for (const check of uptimeChecks(ALARMS, plan.project, plan.siteUrl)) {
    const name = check.userLabels[LABEL] ?? '';
    checks.set(name, (await put('check', name, check)).split('/').pop() ?? '');
    lines.push(`check    ${name}`);
  }
  for (const alarm of ALARMS) {
    await put('policy', alarm.name, alertPolicy(alarm, channel, checks.get(alarm.name) ?? ''));
    lines.push(`policy   ${alarm.name}: ${alarm.when}`);
  }
  const gone = (await listed(google, plan.project, 'policy'))
    .map(({ userLabels }) => userLabels[LABEL])
    .filter((name) => name !== undefined && !ALARMS.some((alarm) => alarm.name === name));
  return [...lines, ...gone.map((name) => `left     ${name}: no alarm of this version`)];
}

/**
 * The entries of {@link makeAlarms} that are missing or switched off, such as `policy feeds-late`. Throws
 * like {@link makeAlarms} if Google refuses a request.
 */
export async function lackingAlarms(google: GoogleApi, project: string): Promise<string[]> {
  const labels = async (kind: Kind) =>
    (await listed(google, project, kind))
      .filter(({ enabled }) => enabled !== false)
      .map(({ userLabels }) => `${kind} ${userLabels[LABEL] ?? ''}`);
  const metrics = (await metricsOf(google, project)).map((name) => `metric ${name}`);
  const [channels, checks, policies] = [
    await labels('channel'),
    await labels('check'),
    await labels('policy'),
  ];
  const there = new Set([...metrics, ...channels, ...checks, ...policies]);
  const wanted = [
    ...logMetrics(ALARMS).map(({ name }) => `metric ${name}`),
    `channel ${OPERATOR}`,
    ...ALARMS.filter(isAskedFromOutside).map(({ name }) => `check ${name}`),
    ...ALARMS.map(({ name }) => `policy ${name}`),
  ];
  return wanted.filter((each) => !there.has(each));
}

function isAskedFromOutside({ conditions }: Alarm): boolean {
  return conditions.some(({ kind }) => kind === 'down');
}

async function metricsOf(google: GoogleApi, project: string): Promise<string[]> {
  const names: string[] = [];
  let page = '';
  do {
    const path = `/v2/projects/${project}/metrics?pageSize=100&pageToken=${page}`;
    const body = requireDone(await google.ask('logging', 'GET', path), 'metrics', { project });
    const { metrics, nextPageToken } = metricsSchema.parse(body);
    names.push(...metrics.map(({ name }) => name));
    page = encodeURIComponent(nextPageToken);
  } while (page !== '');
  return names;
}

const metricsSchema = z.object({
  metrics: z.array(z.object({ name: z.string() })).default([]),
  nextPageToken: z.string().default(''),
});

/** What the requests would create, for printing; sends none. */
export function printedAlarms({ project, siteUrl, email }: AlarmPlan): object {
  return {
    metrics: logMetrics(ALARMS),
    notificationChannel: email,
    uptimeChecks: uptimeChecks(ALARMS, project, siteUrl),
    alertPolicies: ALARMS.map((alarm) => alertPolicy(alarm, '<channel>', '<check>')),
  };
}

/** Makes a function that creates or updates the entry with our label, and returns its resource name. */
function putter(google: GoogleApi, project: string) {
  const known = new Map<Kind, Found[]>();
  return async (kind: Kind, name: string, body: object): Promise<string> => {
    const found = known.get(kind) ?? (await listed(google, project, kind));
    known.set(kind, found);
    const same = found.find(({ userLabels }) => userLabels[LABEL] === name);
    const answer =
      same === undefined
        ? await google.ask('monitoring', 'POST', `/v3/projects/${project}/${LISTS[kind]}`, body)
        : await google.ask('monitoring', 'PATCH', `/v3/${same.name}`, body);
    return foundSchema.parse(requireDone(answer, `${kind} ${name}`, { project })).name;
  };
}

async function listed(google: GoogleApi, project: string, kind: Kind): Promise<Found[]> {
  const all: Found[] = [];
  let page = '';
  do {
    const path = `/v3/projects/${project}/${LISTS[kind]}?pageSize=100&pageToken=${page}`;
    const body = requireDone(await google.ask('monitoring', 'GET', path), LISTS[kind], { project });
    const { [LISTS[kind]]: found, nextPageToken } = pageSchema.parse(body);
    all.push(...z.array(foundSchema).default([]).parse(found));
    page = encodeURIComponent(nextPageToken);
  } while (page !== '');
  return all;
}

const pageSchema = z.looseObject({ nextPageToken: z.string().default('') });

/** The body of an answer with status 200. For any other, throws an ExpectedFailure that says what to do. */
function requireDone(
  { status, body }: { status: number; body: unknown },
  what: string,
  { project }: { project: string },
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
  // Google may not know a metric until ten minutes after it was created.
  const later =
    status === 404 ? '\nA new metric is known within ten minutes: run it again then.' : '';
  throw new ExpectedFailure(answered + later);
}

const errorSchema = z.object({ error: z.object({ message: z.string() }) });
