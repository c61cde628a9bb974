import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import type { Supervisor } from '../processes/supervisor.ts';
import { deployPlan } from './deploy-plan.ts';
import { fakeGoogle, type FakeProject, freshProject } from './fake-google.ts';
import { publish } from './publish.ts';

const PROJECT = 'heard-test';
const planOf = (rule: string) =>
  deployPlan(
    {
      VITE_SITE_URL: 'https://heard.test',
      VITE_SUPPORT_EMAIL: 'hello@heard.test',
      MAIL_FROM: 'Heard <mails@heard.test>',
      VITE_SIGN_UP: rule,
    },
    PROJECT,
  );
const NAMES = ['admitAccount', 'member', 'search'];

/** Publishes with a fake firebase-tools, which records its targets and exits with the codes `ends`. */
async function publishTo(
  project: FakeProject,
  ends: readonly number[] = [0],
  { printed = '', rule = 'open' } = {},
) {
  const { google, calls } = fakeGoogle(project);
  const targets: string[] = [];
  const deleted: string[] = [];
  const supervisor = {
    runShown({ args }: { args: readonly string[] }, onOutput?: (piece: string) => void) {
      onOutput?.(printed);
      const [, command = ''] = args;
      calls.push(`firebase ${command}`);
      if (command !== 'deploy') {
        deleted.push(args.slice(2, 3).join());
        return Promise.resolve(0);
      }
      targets.push(args[args.indexOf('--only') + 1] ?? '');
      if (targets.length === 1) project.repository ??= { name: 'gcf-artifacts' };
      return Promise.resolve(ends[targets.length - 1] ?? 1);
    },
  } as unknown as Supervisor;
  await publish(supervisor, google, planOf(rule), NAMES);
  return { targets, calls, deleted };
}

test('publishes everything after turning on backups and turning off soft delete', async () => {
  const project = { ...freshProject(), repository: { name: 'gcf-artifacts' } };
  const { targets, calls } = await publishTo(project);
  expect(targets).toEqual(['firestore,storage,hosting,functions']);
  expect(calls.at(-1)).toBe('firebase deploy');
  expect(project).toMatchObject({
    pointInTimeRecovery: true,
    backupSchedules: [{ retention: '2419200s' }],
    bucket: { softDeletePolicy: { retentionDurationSeconds: '0' } },
    exclusions: new Map([['addresses', expect.objectContaining({ name: 'addresses' })]]),
    repository: { cleanupPolicies: { 'firebase-functions-cleanup': {} } },
  });
});

test('publishes functions by name and deletes none that the code no longer has', async () => {
  const folder = `projects/${PROJECT}/locations/us-central1/functions`;
  const functions = [`${folder}/lookUpShow`, `${folder}/search`];
  const { targets, calls } = await publishTo({ ...freshProject(), functions });
  expect(targets).toEqual(['firestore,storage,hosting,functions:member,functions:search']);
  expect(calls.filter((call) => call.includes('DELETE'))).toEqual([]);
});

test('deletes the function that restricts sign-up once no list of domains is set, and no other', async () => {
  const folder = `projects/${PROJECT}/locations/us-central1/functions`;
  const functions = [`${folder}/admitAccount`, `${folder}/lookUpShow`, `${folder}/search`];
  const there = () => ({ ...freshProject(), functions });
  for (const rule of ['open', 'closed']) {
    const { targets, deleted, calls } = await publishTo(there(), [0], { rule });
    expect(targets).toEqual(['firestore,storage,hosting,functions:member,functions:search']);
    expect(deleted).toEqual(['admitAccount']);
    expect(calls.at(-1)).toBe('firebase functions:delete');
  }
  const { targets, deleted } = await publishTo(there(), [0], { rule: 'heard.test' });
  expect(targets[0]).toContain('functions:admitAccount');
  expect(deleted).toEqual([]);
});

test('repeats a first deployment that failed for lack of a cleanup policy', async () => {
  const { targets } = await publishTo(freshProject(), [1, 0]);
  expect(targets).toHaveLength(2);
});

test('reports that a failed deployment leaves the previous site', async () => {
  const project = {
    ...freshProject(),
    repository: { name: 'gcf-artifacts', cleanupPolicies: { own: {} } },
  };
  await expect(publishTo(project, [1])).rejects.toThrow(/did not end.*site is the one of before/);
});

test('names the functions that an organisation keeps closed, and the lines that open them later', async () => {
  const project = { ...freshProject(), repository: { name: 'gcf-artifacts', cleanupPolicies: {} } };
  const printed = [
    'Functions deploy had errors with the following functions:\n\tmailEvents(us-central1)\n',
    'Unable to set the invoker for the IAM policy on the following functions:\n\tmailEvents(us-central1)\n\tsearch(us-central1)\n',
    '\nSome common causes of this:\n',
  ].join('\n');
  const failed = publishTo(project, [1], { printed });
  await expect(failed).rejects.toThrow(
    /mailEvents, search\.[^]*Company\naccounts[^]*gcloud run services add-iam-policy-binding mailevents --region=us-central1 [^]*binding search /,
  );
});

test('firebase-tools says in these words that a function could not be made public', () => {
  const reporter = createRequire(import.meta.url).resolve(
    'firebase-tools/lib/deploy/functions/release/reporter.js',
  );
  expect(readFileSync(reporter, 'utf8')).toContain(
    '"Unable to set the invoker for the IAM policy on the following functions:"',
  );
});

test('firebase-tools publishes functions before the site, which may call new functions', () => {
  const { VALID_DEPLOY_TARGETS: targets } = createRequire(import.meta.url)(
    'firebase-tools/lib/deploy',
  ) as { VALID_DEPLOY_TARGETS: string[] };
  expect(targets).toContain('hosting');
  expect(targets.indexOf('functions')).toBeLessThan(targets.indexOf('hosting'));
});
