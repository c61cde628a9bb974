import { expect, test } from 'vitest';
import { ALARMS } from '../../functions/src/platform/alarms/alarm-table.ts';
import { fakeGoogle, freshProject } from '../deploy/fake-google.ts';
import { makeAlarms, printedAlarms } from './make-alarms.ts';

const plan = { project: 'heard-test', siteUrl: 'https://heard.test', email: 'me@heard.test' };

function world() {
  const project = freshProject();
  const { google } = fakeGoogle(project);
  const made = (list: string) =>
    [...project.monitoring].filter(([name]) => name.includes(`/${list}/`)).map(([, body]) => body);
  return { project, google, made, make: () => makeAlarms(google, plan) };
}

test('all alarms are made, each with who is woken and what to do', async () => {
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

test('an alarm from outside looks at its own check', async () => {
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

test('the command may be repeated: everything is there once, and what was changed is set anew', async () => {
  const { project, made, make } = world();
  await make();
  const before = [...project.monitoring.keys()];
  const [policy] = made('alertPolicies');
  project.monitoring.set(String(policy?.['name']), { ...policy, enabled: false });
  await make();
  expect([...project.monitoring.keys()]).toEqual(before);
  expect(made('alertPolicies')[0]).toMatchObject({ enabled: true });
});

test('what others made stays, and an alarm that is gone from the table is named', async () => {
  const { project, made, make } = world();
  const own = { displayName: 'of the operator', userLabels: {}, conditions: [] };
  const old = { displayName: 'old', userLabels: { earshot: 'old' }, conditions: [] };
  for (const [id, body] of Object.entries({ own, old })) {
    const name = `projects/${plan.project}/alertPolicies/${id}`;
    project.monitoring.set(name, { ...body, name });
  }
  expect((await make()).at(-1)).toBe('left     old: no alarm of this version');
  expect(made('alertPolicies')).toContainEqual(expect.objectContaining(own));
});

test('a metric that Google does not know yet is said to be a matter of minutes', async () => {
  const { project, google } = world();
  const forgetful: typeof google = {
    ...google,
    ask: async (api, method, path, body) => {
      if (api === 'monitoring' && method === 'POST') project.metrics.clear();
      return google.ask(api, method, path, body);
    },
  };
  await expect(makeAlarms(forgetful, plan)).rejects.toThrow(/404.+\n.*within ten minutes/);
});

test('without rights the roles and the command for the APIs are named', async () => {
  const refused = {
    member: null,
    ask: () => Promise.resolve({ status: 403, body: { error: { message: 'disabled' } } }),
  };
  await expect(makeAlarms(refused, plan)).rejects.toThrow(
    /disabled\n.+roles\/monitoring\.editor.+\n +gcloud services enable logging.+--project=heard-test/,
  );
});

test('it can be printed without anybody being asked', () => {
  const printed = JSON.stringify(printedAlarms(plan));
  for (const { name } of ALARMS) expect(printed).toContain(`Earshot ${name}`);
});
