import { beforeUserCreated, HttpsError } from 'firebase-functions/v2/identity';
import { maySignUp, SIGN_UP_REFUSED } from '../../contract/index.ts';
import { isEmulated } from '../../platform/environment.ts';
import { guardFunction } from '../../platform/http/guard-request.ts';
import { log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { signUpRule } from '../../platform/sign-up-rule.ts';

/** Max size of a signed account, with what Google tells about it. */
const MAX_BODY_BYTES = 64_000;

guardFunction('admitAccount', () => ({ maxBytes: MAX_BODY_BYTES, callable: true }));

const rule = signUpRule();

/**
 * The identity service calls this before it creates an account, by email or with Google, and creates none if it fails or
 * does not answer within seven seconds. It is deployed for a list of domains only: a switch of Authentication closes
 * sign-up for all (tools/readiness), which the emulator does not have.
 */
export const admitAccount = beforeUserCreated(
  {
    region: REGION,
    memory: '256MiB',
    maxInstances: 10,
    timeoutSeconds: 7,
    omit: rule === 'open' || (rule === 'closed' && !isEmulated()),
  },
  ({ data }) => {
    if (maySignUp(signUpRule(), data?.email ?? '')) return;
    log('info', 'sign-up-refused');
    throw new HttpsError('permission-denied', SIGN_UP_REFUSED);
  },
);
