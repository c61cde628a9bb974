import { describe, expect, test } from 'vitest';
import { deployPlan } from '../deploy/deploy-plan.ts';
import { fakeGoogle, freshProject } from '../deploy/fake-google.ts';
import { checkProject } from './check-project.ts';
import { mendProject } from './mend-project.ts';
import { PROJECT, readyProject, SECRETS, SETTINGS } from './ready-project.ts';

const plan = deployPlan(SETTINGS, PROJECT);
const yes = () => Promise.resolve(true);
const no = () => Promise.resolve(false);

/** Works on a project in which only Authentication and Storage were started. */
function fresh() {
  const project = freshProject();
  project.database = false;
  project.bucketIsOpen = true;
  project.identity.config = {
    signIn: { email: { enabled: false } },
    authorizedDomains: ['localhost'],
  };
  const { google, calls } = fakeGoogle(project);
  const lines: string[] = [];
  const missing = async () =>
    (await checkProject(google, plan)).filter(({ state }) => state === 'missing');
  const mend = async (confirm: typeof yes | null = yes) =>
    mendProject(google, await checkProject(google, plan), confirm, (line) => lines.push(line));
  return { project, google, calls, lines, missing, mend };
}

describe('what the command sets itself', () => {
  test('sets all that needs no console and no secret of others, and leaves the rest', async () => {
    const { missing, mend, lines } = fresh();
    expect((await missing()).length).toBeGreaterThan(10);
    await mend();
    expect((await missing()).map(({ text }) => text).sort()).toEqual([
      'there is no secret CATALOGUE_PASSWORD',
      'there is no secret SMTP_PASSWORD',
    ]);
    expect(lines.filter((line) => line.startsWith('  refused'))).toEqual([]);
  });

  test('shows every command before it asks', async () => {
    const { lines, mend } = fresh();
    await mend((question?: string) => {
      expect(question).toMatch(/^Set all \d+\? \[y\/N\] $/);
      expect(lines.join('\n')).toContain('gcloud services enable');
      expect(lines.join('\n')).toContain('npx firebase functions:secrets:set UNSUBSCRIBE_KEY');
      return Promise.resolve(true);
    });
  });

  test.each([
    ['the answer is no', no],
    ['nobody can be asked', null],
  ])('changes nothing if %s', async (_, confirm) => {
    const { calls, mend, google } = fresh();
    await checkProject(google, plan);
    const ofCheck = calls.splice(0);
    await mend(confirm).catch(() => undefined);
    expect(calls).toEqual(ofCheck);
  });

  test('can be repeated', async () => {
    const { project, mend, lines } = fresh();
    await mend();
    const roles = JSON.stringify([...project.roles].map(([role, who]) => [role, [...who]]));
    const key = project.secretValues.get('UNSUBSCRIBE_KEY');
    lines.splice(0);
    expect(await mend()).toBe(false);
    expect(lines).toEqual(['Nothing is missing that this command can set.']);
    expect(JSON.stringify([...project.roles].map(([role, who]) => [role, [...who]]))).toBe(roles);
    expect(project.secretValues.get('UNSUBSCRIBE_KEY')).toBe(key);
  });

  test('goes on after a refusal and prints the command for somebody who may', async () => {
    const { project, mend, lines, missing } = fresh();
    project.lacking.add('serviceusage.services.enable');
    await mend();
    const refused = lines.findIndex((line) => /refused {2}APIs: .*: 403/.test(line));
    expect(lines[refused + 1]).toMatch(/gcloud services enable/);
    expect((await missing()).map(({ text }) => text)).not.toContain(
      'there is no secret UNSUBSCRIBE_KEY',
    );
  });

  test('waits until Google has done what takes it a while', async () => {
    const { project, mend, calls } = fresh();
    project.isSlow = true;
    await mend();
    expect(calls.filter((call) => call.startsWith('services GET /v1/operations/'))).toHaveLength(1);
    expect(project.apis.size).toBeGreaterThan(10);
  });

  test('makes an unsubscribe key of 64 characters that nobody can guess', async () => {
    const values = await Promise.all(
      [1, 2].map(async () => {
        const { project, mend } = fresh();
        await mend();
        return project.secretValues.get('UNSUBSCRIBE_KEY') ?? '';
      }),
    );
    for (const value of values) expect(value).toMatch(/^[\da-f]{64}$/);
    expect(values[0]).not.toBe(values[1]);
  });

  test('keeps all other members, roles and conditions of the project', async () => {
    const { google, project } = readyProject(({ roles, conditional }) => {
      roles.get('roles/run.invoker')?.clear();
      roles.get('roles/run.invoker')?.add('user:other@heard.test');
      conditional.push({
        role: 'roles/run.invoker',
        members: ['user:guest@heard.test'],
        condition: { expression: 'false' },
      });
    });
    for (const name of SECRETS) project.secrets.add(name);
    await mendProject(google, await checkProject(google, plan), yes, () => undefined);
    expect([...(project.roles.get('roles/run.invoker') ?? [])]).toEqual([
      'user:other@heard.test',
      expect.stringContaining('-compute@') as string,
    ]);
    expect(project.conditional).toHaveLength(1);
  });
});
