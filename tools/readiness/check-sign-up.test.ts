import { describe, expect, test } from 'vitest';
import type { SignUpRule } from '../../functions/src/contract/index.ts';
import type { FakeIdentity } from '../deploy/fake-identity.ts';
import { checkSignIn } from './check-sign-in.ts';
import { mendProject } from './mend-project.ts';
import { PROJECT, readyProject } from './ready-project.ts';

function world(rule: SignUpRule, config: object = {}) {
  const { google, project } = readyProject(({ identity }) => {
    identity.config = { ...identity.config, ...config };
  });
  const check = async () =>
    (await checkSignIn(google, PROJECT, 'https://heard.test', rule)).filter(({ text }) =>
      /sign(-| )up|VITE_SIGN_UP/.test(text),
    );
  const mend = async () =>
    mendProject(
      google,
      await check(),
      () => Promise.resolve(true),
      () => undefined,
    );
  return { check, mend, identity: (): FakeIdentity => project.identity };
}

const OFF = { client: { permissions: { disabledUserSignup: true } } };
const GUARDED = {
  blockingFunctions: {
    triggers: { beforeCreate: { functionUri: 'https://admitaccount-abc-uc.a.run.app' } },
  },
};
const UPGRADED = { subtype: 'IDENTITY_PLATFORM' };
const PAGE = `https://console.firebase.google.com/project/${PROJECT}/authentication/settings`;

describe('the check of who may sign up', () => {
  test.each<[string, SignUpRule, object]>([
    ['open', 'open', {}],
    ['closed', 'closed', OFF],
    ['a list of domains', ['heard.test'], { ...UPGRADED, ...GUARDED }],
  ])('accepts a project that enforces %s', async (_, rule, config) => {
    expect((await world(rule, config).check()).map(({ state }) => state)).toEqual(['ok']);
  });

  test.each<[string, SignUpRule, object, RegExp]>([
    ['anybody can sign up', 'closed', {}, /anybody can sign up in spite/],
    ['nobody can sign up', 'open', OFF, /nobody can sign up in spite/],
    ['nobody of the domains can', ['heard.test'], { ...UPGRADED, ...GUARDED, ...OFF }, /nobody/],
    ['the upgrade is missing', ['heard.test'], {}, /need Identity Platform/],
  ])('reports that %s', async (_, rule, config, text) => {
    const found = (await world(rule, config).check()).filter(({ state }) => state === 'missing');
    expect(found.map((one) => one.text)).toEqual([expect.stringMatching(text) as string]);
    expect(found[0]?.fix).toEqual([PAGE]);
  });

  test.each<[string, SignUpRule, object]>([
    ['closes', 'closed', {}],
    ['opens', 'open', OFF],
  ])('--fix %s sign-up', async (_, rule, config) => {
    const { check, mend } = world(rule, config);
    await mend();
    expect((await check()).map(({ state }) => state)).toEqual(['ok']);
  });

  test('says what the deployment changes', async () => {
    expect(await world(['a.test', 'b.test'], UPGRADED).check()).toMatchObject([
      {
        state: 'later',
        text: expect.stringContaining('only addresses at a.test, b.test') as string,
      },
    ]);
    expect(await world('open', { ...UPGRADED, ...GUARDED }).check()).toMatchObject([
      { state: 'later', text: expect.stringContaining('open again') as string },
    ]);
  });
});
