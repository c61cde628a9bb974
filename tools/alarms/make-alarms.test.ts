import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fakeGoogle, freshProject } from '../deploy/fake-google.ts';
import { REPOSITORY } from '../processes/repository.ts';
import WANTED from './alarms.json' with { type: 'json' };
import { findMissingAlarms, makeAlarms } from './make-alarms.ts';

const ALARMS = WANTED.alarms;
const plan = { project: 'heard-test', siteUrl: 'https://heard.test', email: 'me@heard.test' };

function world() {
  const project = freshProject();
  const { google } = fakeGoogle(project);
  const made = (list: string) =>
    [...project.monitoring].filter(([name]) => name.includes(`/${list}/`)).map(([, body]) => body);
  return { project, google, made, make: () => makeAlarms(google, plan) };
}

test('creates each alarm with the email address to notify', async () => {
  const { project, made, make } = world();
  const lines = await make();
  const policies = made('alertPolicies');
  const [channel] = made('notificationChannels');
  expect(policies.map(({ displayName }) => displayName)).toEqual(
    ALARMS.map(({ name }) => `Earshot ${name}`),
  );
  for (const policy of policies)
    expect(policy['notificationChannels']).toEqual([channel?.['name']]);
  expect(channel).toMatchObject({ type: 'email', labels: { email_address: plan.email } });
  expect(made('uptimeCheckConfigs').map(({ httpCheck }) => httpCheck)).toEqual([
    expect.objectContaining({ path: '/' }),
    expect.objectContaining({ path: '/api/health' }),
  ]);
  expect(project.metrics.get('earshot-alerts-run')).toBe(
    'resource.type="cloud_run_revision" AND jsonPayload.event="alerts-run"',
  );
  for (const { name } of ALARMS) expect(lines.join('\n')).toContain(`policy   ${name}: `);
});

test('each alarm of an uptime check watches its own check', async () => {
  const { made, make } = world();
  await make();
  for (const check of made('uptimeCheckConfigs')) {
    const policy = made('alertPolicies').find(
      ({ displayName }) => displayName === check['displayName'],
    );
    const id = String(check['name']).split('/').pop() ?? '';
    expect(JSON.stringify(policy)).toContain(`check_id=\\"${id}\\"`);
  }
});

test('a second run makes no duplicates, and switches on alarms that are off', async () => {
  const { project, google, made, make } = world();
  await make();
  const before = [...project.monitoring.keys()];
  const [policy] = made('alertPolicies');
  project.monitoring.set(String(policy?.['name']), { ...policy, enabled: false });
  expect(await findMissingAlarms(google, plan.project)).toEqual(['site-down']);
  await make();
  expect([...project.monitoring.keys()]).toEqual(before);
  expect(await findMissingAlarms(google, plan.project)).toEqual([]);
});

test('deletes alarms of older versions, but none that the operator made', async () => {
  const { project, made, make } = world();
  const own = { displayName: 'of the operator', userLabels: {}, conditions: [] };
  const old = { displayName: 'old', userLabels: { earshot: 'old' }, conditions: [] };
  for (const list of ['alertPolicies', 'uptimeCheckConfigs']) {
    for (const [id, body] of Object.entries({ own, old })) {
      const name = `projects/${plan.project}/${list}/${id}`;
      project.monitoring.set(name, { ...body, name });
    }
  }
  const deleted = 'deleted  old: no alarm of this version';
  expect((await make()).slice(-2)).toEqual([deleted, deleted]);
  for (const list of ['alertPolicies', 'uptimeCheckConfigs']) {
    expect(made(list)).toContainEqual(expect.objectContaining(own));
  }
  expect(made('alertPolicies')).toHaveLength(ALARMS.length + 1);
  expect(made('uptimeCheckConfigs')).toHaveLength(2 + 1);
});

test('fills in every placeholder', async () => {
  const { project, make } = world();
  await make();
  expect(JSON.stringify([...project.monitoring])).not.toMatch(/\{\w+\}/);
});

test('advises waiting for a metric that Google does not know yet', async () => {
  const { project, google } = world();
  const forgetful: typeof google = {
    ...google,
    ask: async (api, method, address, body) => {
      if (api === 'monitoring' && method === 'POST') project.metrics.clear();
      return google.ask(api, method, address, body);
    },
  };
  await expect(makeAlarms(forgetful, plan)).rejects.toThrow(/404.+\n.*within ten minutes/);
});

test('prints the missing roles and the command for the APIs after a 403', async () => {
  const refused = {
    member: null,
    ask: () => Promise.resolve({ status: 403, body: { error: { message: 'disabled' } } }),
  };
  await expect(makeAlarms(refused, plan)).rejects.toThrow(
    /disabled\n.+roles\/monitoring\.editor.+\n +gcloud services enable logging.+--project=heard-test/,
  );
});

test('every counted event is logged somewhere in the code', () => {
  const folder = path.join(REPOSITORY, 'functions/src');
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('test'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const events = ALARMS.flatMap(({ metric }) =>
    metric ? [/event="([\w-]+)"/.exec(metric.filter)?.[1] ?? ''] : [],
  );
  expect(events).toHaveLength(7);
  expect(events.filter((event) => !code.includes(`'${event}'`))).toEqual([]);
});
