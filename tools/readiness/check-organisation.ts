import * as z from 'zod';
import type { GoogleApi } from '../deploy/google-api.ts';
import { type Finding, missing, ok, unseen } from './finding.ts';

const CONSTRAINT = 'iam.allowedPolicyMemberDomains';

const policySchema = z.object({
  listPolicy: z
    .object({
      allowedValues: z.array(z.string()).default([]),
      allValues: z.string().optional(),
    })
    .optional(),
});

/** An organisation can forbid the role that makes a function public. @param parent Of the project, if it has one. */
export async function checkOrganisation(
  { ask }: GoogleApi,
  project: string,
  parent: unknown,
): Promise<Finding> {
  if (parent === undefined) return ok('no organisation forbids public functions');
  const { status, body } = await ask(
    'projects',
    'POST',
    `/v1/projects/${project}:getEffectiveOrgPolicy`,
    { constraint: `constraints/${CONSTRAINT}` },
  );
  const policy = policySchema.safeParse(body).data;
  if (status !== 200 || policy === undefined) {
    return unseen('whether your organisation lets functions be public', status);
  }
  const { allowedValues = [], allValues } = policy.listPolicy ?? {};
  return allowedValues.length === 0 && allValues !== 'DENY'
    ? ok('your organisation lets functions be public')
    : missing(
        `your organisation’s policy ${CONSTRAINT} forbids functions that are public, and pages need them`,
        `https://console.cloud.google.com/iam-admin/orgpolicies/${CONSTRAINT.replace('.', '-')}?project=${project}`,
        'docs/deploying.md, “Company accounts”, has what to ask your administrator for',
      );
}
