import { expect, test } from 'vitest';
import type { FakeProject } from '../deploy/fake-google.ts';
import { checkOrganisation } from './check-organisation.ts';
import { PROJECT, readyProject } from './ready-project.ts';

const parent = { type: 'organization', id: '42' };

function check(change: (project: FakeProject) => void, of: typeof parent | undefined = parent) {
  return checkOrganisation(readyProject(change).google, PROJECT, of);
}

test.each([
  ['names customers', { allowedValues: ['C03xgje4y'] }],
  ['denies everything', { allValues: 'DENY' }],
])(
  'reports before the deployment that the policy %s, and who can make an exception',
  async (_, policy) => {
    const { state, text, fix } = await check((project) => (project.memberDomains = policy));
    expect(state).toBe('missing');
    expect(text).toMatch(/organisation.*iam\.allowedPolicyMemberDomains.*public/);
    expect(fix[0]).toBe(
      `https://console.cloud.google.com/iam-admin/orgpolicies/iam-allowedPolicyMemberDomains?project=${PROJECT}`,
    );
    expect(fix[1]).toContain('docs/deploying.md');
  },
);

test.each([
  ['a policy that allows all', { allValues: 'ALLOW' }],
  ['no policy', {}],
])('accepts %s', async (_, policy) => {
  expect((await check((project) => (project.memberDomains = policy))).state).toBe('ok');
});

test('accepts a project without an organisation and does not ask for its policy', async () => {
  const { google, calls } = readyProject();
  expect((await checkOrganisation(google, PROJECT, undefined)).state).toBe('ok');
  expect(calls).toEqual([]);
});

test('says that it cannot see a policy that the account may not read', async () => {
  const { state, text } = await check(({ lacking }) => lacking.add('orgpolicy.policy.get'));
  expect(state).toBe('unseen');
  expect(text).toContain('403');
});
