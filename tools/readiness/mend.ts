import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Answer, GoogleApi } from '../deploy/google-api.ts';

/** Changes the project as the command of a finding does. Idempotent. */
export type Mend = (google: GoogleApi) => Promise<Answer>;

const POLL_MS = 2000;
/** Google allows some minutes for what it does here. */
const MAX_POLLS = 150;

const operationSchema = z.object({
  name: z.string(),
  done: z.boolean().default(false),
  error: z.object({ message: z.string() }).optional(),
});

/** Waits until Google has done what `started` began. */
async function untilDone(
  { ask }: GoogleApi,
  api: 'services' | 'firestore',
  started: Answer,
): Promise<Answer> {
  let answer = started;
  for (let polls = 0; polls < MAX_POLLS && answer.status === 200; polls += 1) {
    const { name, done, error } = operationSchema.parse(answer.body);
    if (error) return { status: 400, body: { error } };
    if (done) return answer;
    if (polls > 0) await pause(POLL_MS);
    answer = await ask(api, 'GET', `/v1/${name}`);
  }
  return answer;
}

export function enableApis(project: string, names: readonly string[]): Mend {
  return async (google) => {
    const path = `/v1/projects/${project}/services:batchEnable`;
    return untilDone(
      google,
      'services',
      await google.ask('services', 'POST', path, { serviceIds: names }),
    );
  };
}

export function createDatabase(project: string, region: string): Mend {
  return async (google) => {
    const path = `/v1/projects/${project}/databases?databaseId=(default)`;
    const body = { locationId: region, type: 'FIRESTORE_NATIVE' };
    return untilDone(google, 'firestore', await google.ask('firestore', 'POST', path, body));
  };
}

// Policies have more fields than these, which must stay.
const policySchema = z.looseObject({
  bindings: z
    .array(
      z.looseObject({
        role: z.string(),
        members: z.array(z.string()).default([]),
        condition: z.unknown().optional(),
      }),
    )
    .default([]),
});

/** Google refuses the change with 409 if somebody else changed the policy since it was read (its `etag`). */
export function grantRole(project: string, member: string, role: string): Mend {
  return async ({ ask }) => {
    const path = `/v1/projects/${project}`;
    const read = await ask('projects', 'POST', `${path}:getIamPolicy`, {
      options: { requestedPolicyVersion: 3 },
    });
    if (read.status !== 200) return read;
    const policy = policySchema.parse(read.body);
    const same = policy.bindings.find((one) => one.role === role && one.condition === undefined);
    if (same?.members.includes(member)) return read;
    if (same) same.members.push(member);
    else policy.bindings.push({ role, members: [member], condition: undefined });
    return ask('projects', 'POST', `${path}:setIamPolicy`, { policy });
  };
}

/** @param mask Names the fields of `config` to change, separated by commas. */
export function changeSignIn(project: string, mask: string, config: object): Mend {
  return ({ ask }) =>
    ask('identity', 'PATCH', `/admin/v2/projects/${project}/config?updateMask=${mask}`, config);
}

export function closeBucket(bucket: string): Mend {
  return ({ ask }) =>
    ask('storage', 'PATCH', `/storage/v1/b/${bucket}`, {
      iamConfiguration: { publicAccessPrevention: 'enforced' },
    });
}

/** Stores a random value, which nobody needs to know. Not for secrets that others give out. */
export function makeSecret(project: string, name: string): Mend {
  return async ({ ask }) => {
    const path = `/v1/projects/${project}/secrets`;
    const made = await ask('secrets', 'POST', `${path}?secretId=${name}`, {
      replication: { automatic: {} },
    });
    // 409: the secret is there, but has no version.
    if (made.status !== 200 && made.status !== 409) return made;
    const data = Buffer.from(randomBytes(32).toString('hex')).toString('base64');
    return ask('secrets', 'POST', `${path}/${name}:addVersion`, { payload: { data } });
  };
}
