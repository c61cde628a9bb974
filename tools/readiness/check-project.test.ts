import { describe, expect, test } from 'vitest';
import { deployPlan } from '../deploy/deploy-plan.ts';
import { turnOnBackups } from '../deploy/backups.ts';
import { removeOldImages, forgetOverwritten } from '../deploy/publish.ts';
import { makeAlarms } from '../alarms/make-alarms.ts';
import { rollBack } from '../deploy/roll-back.ts';
import { type FakeProject, RUNTIME_ACCOUNT } from '../deploy/fake-google.ts';
import { checkProject } from './check-project.ts';
import { requireReady } from './finding.ts';
import { APIS, DEPLOYER_PERMISSIONS, RUNTIME_ROLES } from './needs.ts';
import { PROJECT, readyProject, SECRETS, SETTINGS } from './ready-project.ts';

const member = `serviceAccount:${RUNTIME_ACCOUNT}`;

async function missing(change?: (project: FakeProject) => void) {
  const { google } = readyProject(change);
  const findings = await checkProject(google, deployPlan(SETTINGS, PROJECT));
  return findings.filter(({ state }) => state === 'missing');
}

describe('the check of a project', () => {
  test('finds nothing missing in a complete project', async () => {
    const { google } = readyProject();
    const findings = await checkProject(google, deployPlan(SETTINGS, PROJECT));
    expect(findings.filter(({ state }) => state === 'missing')).toEqual([]);
    expect(() => requireReady(findings, false)).not.toThrow();
  });

  test('finds nothing missing in a project without an organisation', async () => {
    expect(await missing((project) => (project.isOfCompany = false))).toEqual([]);
  });

  test.each(APIS)('reports the API %s if it is off, and how to turn it on', async (api) => {
    const found = await missing(({ apis }) => apis.delete(`${api}.googleapis.com`));
    expect(found.map(({ fix }) => fix)).toEqual([
      [`gcloud services enable ${api}.googleapis.com --project=${PROJECT}`],
    ]);
  });

  test.each(RUNTIME_ROLES)('reports $role if the functions lack it', async ({ role }) => {
    const found = await missing(({ roles }) => roles.delete(role));
    expect(found).toHaveLength(1);
    expect(found[0]?.fix[0]).toContain(`--member=${member} --role=${role} `);
  });

  test.each(RUNTIME_ROLES)('accepts a broader role than $role', async (needed) => {
    for (const broader of needed.coveredBy) {
      const found = await missing(({ roles }) => {
        roles.delete(needed.role);
        roles.set(broader, new Set([member]));
      });
      expect(found).toEqual([]);
    }
  });

  test('the role Editor does not allow calling the functions of tasks', async () => {
    const found = await missing(({ roles }) => {
      roles.clear();
      roles.set('roles/editor', new Set([member]));
    });
    expect(found.map(({ text }) => /roles\/[\w.]+/.exec(text)?.[0])).toEqual([
      'roles/run.invoker',
      'roles/storage.objectAdmin',
    ]);
  });

  test.each(DEPLOYER_PERMISSIONS)('reports $role if you lack $permission', async (needed) => {
    const found = await missing(({ lacking }) => lacking.add(needed.permission));
    const own = found.filter(({ text }) => text.startsWith('your account'));
    expect(own.map(({ text }) => text)).toEqual([`your account has no ${needed.role}`]);
    expect(own[0]?.fix[0]).toContain('--member=user:operator@heard.test ');
  });

  test.each(SECRETS)('reports the missing secret %s', async (name) => {
    const found = await missing(({ secrets }) => secrets.delete(name));
    expect(found.map(({ fix }) => fix)).toEqual([
      [`npx firebase functions:secrets:set ${name} --project ${PROJECT}`],
    ]);
  });

  test.each<[string, (project: FakeProject) => void, RegExp]>([
    ['a bucket', (project) => (project.bucket = null), /Storage has no bucket/],
    ['a closed bucket', (project) => (project.bucketIsOpen = true), /is open to everybody/],
    ['a database', (project) => (project.database = false), /no Firestore database/],
  ])('requires %s of a project', async (_, change, text) => {
    const found = await missing(change);
    expect(found.map((finding) => finding.text)).toEqual([expect.stringMatching(text)]);
  });

  test('refuses to deploy to an incomplete project, and lists all that is missing', async () => {
    const { google } = readyProject(({ apis, secrets }) => {
      apis.clear();
      secrets.clear();
    });
    const findings = await checkProject(google, deployPlan(SETTINGS, PROJECT));
    expect(() => requireReady(findings, false)).toThrow(
      /Nothing was done[^]*APIs[^]*UNSUBSCRIBE_KEY/,
    );
    expect(() => requireReady(findings, true)).not.toThrow();
  });

  test('reports removed settings, which do not prevent a deployment', async () => {
    const { google } = readyProject();
    const settings = { ...SETTINGS, CHANGE_LIST_URL: 'https://changes.example' };
    const plan = deployPlan(settings, PROJECT);
    expect(plan.functionSettings).not.toHaveProperty('CHANGE_LIST_URL');
    const findings = await checkProject(google, plan);
    expect(findings.filter(({ state }) => state === 'ignored').map(({ text }) => text)).toEqual([
      'CHANGE_LIST_URL is no longer used and is ignored',
    ]);
    expect(() => requireReady(findings, false)).not.toThrow();
  });

  test('changes nothing in the project that it checks', async () => {
    const { google, calls } = readyProject(({ apis }) => apis.clear());
    await checkProject(google, deployPlan(SETTINGS, PROJECT));
    const others = calls.filter((call) => !/^\w+ GET /.test(call));
    expect(others.length).toBeGreaterThan(0);
    for (const call of others)
      expect(call).toMatch(/:(getIamPolicy|testIamPermissions|getEffectiveOrgPolicy)$/);
  });
});

describe('a tidy project', () => {
  test('sets a cleanup policy for images, unless there is one or no repository', async () => {
    const { google, project } = readyProject();
    expect(await removeOldImages(google, PROJECT, 'us-central1')).toBe(false);
    project.repository = { name: 'gcf-artifacts', labels: {} };
    expect(await removeOldImages(google, PROJECT, 'us-central1')).toBe(true);
    expect(project.repository).toMatchObject({
      cleanupPolicyDryRun: false,
      cleanupPolicies: { 'firebase-functions-cleanup': { action: 'DELETE' } },
    });
    expect(await removeOldImages(google, PROJECT, 'us-central1')).toBe(false);
  });

  test('turns on Firestore’s backups, and prints commands for those that are refused', async () => {
    const { google, project, calls } = readyProject();
    const backups = async () =>
      (await checkProject(google, deployPlan(SETTINGS, PROJECT)))
        .filter(({ text }) => /recovery|backup/.test(text))
        .map(({ state, fix }) => [state, ...fix]);
    const byHand = [
      `gcloud firestore databases update --database='(default)' --enable-pitr --project=${PROJECT}`,
      `gcloud firestore backups schedules create --database='(default)' --recurrence=daily --retention=4w --project=${PROJECT}`,
    ];
    expect(await backups()).toEqual(byHand.map((command) => ['later', command]));

    project.lacking.add('datastore.databases.update').add('datastore.backupSchedules.create');
    const refused = await turnOnBackups(google, PROJECT);
    expect(refused.map((line) => line.trim())).toEqual(expect.arrayContaining(byHand));
    expect(project).toMatchObject({ pointInTimeRecovery: false, backupSchedules: [] });

    project.lacking.clear();
    expect(await turnOnBackups(google, PROJECT)).toHaveLength(2);
    expect(project.pointInTimeRecovery).toBe(true);
    expect(project.backupSchedules).toMatchObject([{ retention: '2419200s', dailyRecurrence: {} }]);
    expect(await backups()).toEqual([['ok'], ['ok']]);

    calls.splice(0);
    expect(await turnOnBackups(google, PROJECT)).toEqual([]);
    expect(calls.filter((call) => !/^firestore GET /.test(call))).toEqual([]);
  });

  test('requires every alarm to exist and to be on', async () => {
    const { google, project } = readyProject();
    const asked = async () => {
      const found = await checkProject(google, deployPlan(SETTINGS, PROJECT));
      return found.filter(({ text }) => text.includes('alarm'));
    };
    const fix = [`npm run alarms -- --project ${PROJECT}`];
    const lacking = (names: string) => [
      { state: 'later', text: expect.stringContaining(`(${names})`) as string, fix },
    ];
    expect(await asked()).toMatchObject([{ state: 'later', fix }]);
    const plan = { project: PROJECT, siteUrl: 'https://heard.test', email: 'me@heard.test' };
    await makeAlarms(google, plan);
    expect(await asked()).toMatchObject([{ state: 'ok', text: 'there are all alarms' }]);

    const named = (label: string, list: string) =>
      [...project.monitoring.keys()].find(
        (name) =>
          name.includes(`/${list}/`) &&
          JSON.stringify(project.monitoring.get(name)).includes(`{"earshot":"${label}"}`),
      ) ?? '';
    const policy = named('catalogue-stale', 'alertPolicies');
    project.monitoring.set(policy, { ...project.monitoring.get(policy), enabled: false });
    expect(await asked()).toEqual(lacking('catalogue-stale'));
    project.monitoring.delete(named('operator', 'notificationChannels'));
    project.monitoring.delete(named('site-down', 'alertPolicies'));
    expect(await asked()).toEqual(lacking('channel, site-down, catalogue-stale'));
    await makeAlarms(google, plan);
    expect(await asked()).toMatchObject([{ state: 'ok' }]);

    project.lacking.add('monitoring.read');
    expect(await asked()).toMatchObject([
      {
        state: 'unseen',
        text: expect.stringMatching(/^the alarms: notificationChannels: .*403/) as string,
      },
    ]);
  });

  test('turns off soft delete in the buckets of the catalogue and of the alert indexes', async () => {
    const { google, project } = readyProject();
    const urls = [
      'gs://another-bucket/catalogue.db',
      'gs://third-bucket',
      'postgres://host/db',
      '',
    ];
    const { changed } = await forgetOverwritten(google, PROJECT, urls);
    expect(changed).toEqual([`${PROJECT}.firebasestorage.app`, 'another-bucket', 'third-bucket']);
    expect(project.bucket?.['softDeletePolicy']).toEqual({ retentionDurationSeconds: '0' });
  });
});

describe('a rollback', () => {
  const release = (id: string) => ({
    version: { name: `sites/x/versions/${id}` },
    releaseTime: `time of ${id}`,
  });

  test('rolls back to the previous version, even if the present one was released twice', async () => {
    const { google, project } = readyProject((one) => {
      one.releases = ['v2', 'v2', 'v1'].map(release);
    });
    expect(await rollBack(google, PROJECT)).toEqual({ from: 'time of v2', to: 'time of v1' });
    expect(project.releases[0]?.version.name).toContain('/v1');
  });

  test('refuses to roll back without a previous version', async () => {
    const { google } = readyProject((one) => {
      one.releases = [release('v1')];
    });
    await expect(rollBack(google, PROJECT)).rejects.toThrow('no version before');
  });
});
