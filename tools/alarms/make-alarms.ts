import * as z from 'zod';
import type { GoogleApi } from '../deploy/google-api.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import WANTED from './alarms.json' with { type: 'json' };

/** Label of everything that the command creates in Cloud Monitoring, so that a later run finds it. */
const LABEL = 'earshot';
const OPERATOR = 'operator';
const NAMES = WANTED.alarms.map(({ name }) => name);

/** Makes everything in alarms.json, and deletes our alarms that are not in it. Idempotent. Returns a line for each. */
export async function makeAlarms(
  google: Pick<GoogleApi, 'ask'>,
  { project, siteUrl, email }: { project: string; siteUrl: string; email: string },
): Promise<string[]> {
  const values: Record<string, string> = { project, email, host: new URL(siteUrl).host };
  const put = async (list: string, label: string, entry: object) => {
    const known = await listEntries(google, project, list);
    const same = known.find(({ userLabels }) => userLabels[LABEL] === label);
    const [method, path] = same ? ['PATCH', same.name] : ['POST', `projects/${project}/${list}`];
    const body = { ...fillIn(entry, values), userLabels: { [LABEL]: label } };
    const answer = await google.ask('monitoring', method, `/v3/${path}`, body);
    return entrySchema.parse(require200(answer, `${list} ${label}`, project)).name;
  };
  const lines = [`channel  ${email}`];
  values['channel'] = await put('notificationChannels', OPERATOR, WANTED.channel);
  for (const { name, check, metric, policy } of WANTED.alarms) {
    if (check)
      values['check'] = (await put('uptimeCheckConfigs', name, check)).split('/').pop() ?? '';
    if (metric) {
      const path = `/v2/projects/${project}/metrics/${metric.name}`;
      require200(
        await google.ask('logging', 'PUT', path, metric),
        `metric ${metric.name}`,
        project,
      );
    }
    await put('alertPolicies', name, policy);
    const [reason = ''] = policy.documentation.content.split('\n', 1);
    lines.push(`policy   ${name}: ${reason}`);
  }
  // Google refuses to delete a check that a policy still uses.
  for (const list of ['alertPolicies', 'uptimeCheckConfigs']) {
    for (const { name, userLabels } of await listEntries(google, project, list)) {
      const label = userLabels[LABEL];
      if (label === undefined || NAMES.includes(label)) continue;
      require200(await google.ask('monitoring', 'DELETE', `/v3/${name}`), label, project);
      lines.push(`deleted  ${label}: no alarm of this version`);
    }
  }
  return lines;
}

/** Replaces `{name}` in all strings by the value with that name. Other braces stay. */
function fillIn(entry: object, values: Record<string, string>): object {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
  return JSON.parse(JSON.stringify(entry), (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  ) as object;
}

/** Returns the names of alarms that are missing or switched off, and `channel` if no email address is notified. */
export async function findMissingAlarms(
  google: Pick<GoogleApi, 'ask'>,
  project: string,
): Promise<string[]> {
  const labelsOf = async (list: string) =>
    (await listEntries(google, project, list))
      .filter(({ enabled }) => enabled !== false)
      .map(({ userLabels }) => userLabels[LABEL]);
  const channels = await labelsOf('notificationChannels');
  const policies = await labelsOf('alertPolicies');
  const missing = NAMES.filter((name) => !policies.includes(name));
  return channels.includes(OPERATOR) ? missing : ['channel', ...missing];
}

const entrySchema = z.looseObject({
  name: z.string(),
  userLabels: z.record(z.string(), z.string()).default({}),
  /** Only policies and channels have this field. */
  enabled: z.boolean().optional(),
});

async function listEntries(google: Pick<GoogleApi, 'ask'>, project: string, list: string) {
  const all: z.infer<typeof entrySchema>[] = [];
  let page = '';
  do {
    const path = `/v3/projects/${project}/${list}?pageSize=100&pageToken=${page}`;
    const body = require200(await google.ask('monitoring', 'GET', path), list, project);
    const { [list]: found, nextPageToken } = pageSchema.parse(body);
    all.push(...z.array(entrySchema).default([]).parse(found));
    page = encodeURIComponent(nextPageToken);
  } while (page !== '');
  return all;
}

const pageSchema = z.looseObject({ nextPageToken: z.string().default('') });
const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/** Returns the body of a response with status 200. Otherwise throws an ExpectedFailure with a remedy. */
function require200(
  { status, body }: { status: number; body: unknown },
  what: string,
  project: string,
): unknown {
  if (status === 200) return body;
  const { message = '' } = errorSchema.safeParse(body).data?.error ?? {};
  const remedies: Record<number, string> = {
    403:
      '\nThe APIs are off, or your account lacks roles/logging.configWriter and roles/monitoring.editor:' +
      `\n  gcloud services enable logging.googleapis.com monitoring.googleapis.com --project=${project}`,
    404: '\nA new metric is known within ten minutes: run it again then.',
  };
  const answered = `${what}: answered with ${status}. ${message}`.trim();
  throw new ExpectedFailure(answered + (remedies[status] ?? ''));
}
