import {
  type CallableOptions,
  type CallableRequest,
  HttpsError,
  onCall,
} from 'firebase-functions/v2/https';
import { findUser } from './find-user.ts';
import { REGION } from './runtime-options.ts';

export interface MemberCall {
  uid: string;
  token: NonNullable<CallableRequest['auth']>['token'];
  data: unknown;
  rawRequest: CallableRequest['rawRequest'];
}

interface Guard {
  /** What to sign in for, in the words of the refusal. */
  signInTo: string;
  /** True if a deleted account's token may call. */
  mayBeGone?: boolean;
}

/**
 * A callable function for signed-in people. An identity token outlives its account by up to an hour: who has no
 * account any more, or a disabled one, is refused.
 */
export function memberCall<Answer>(
  options: CallableOptions,
  { signInTo, mayBeGone = false }: Guard,
  answer: (call: MemberCall) => Promise<Answer>,
) {
  const usual = {
    region: REGION,
    maxInstances: 5,
    // Safe for any origin: calls need an identity token, which browsers never attach by themselves.
    cors: true,
  };
  return onCall<unknown, Promise<Answer>>(
    { ...usual, ...options },
    async ({ auth, data, rawRequest }) => {
      if (!auth) throw new HttpsError('unauthenticated', `sign in to ${signInTo}`);
      if (!mayBeGone) {
        const user = await findUser(auth.uid);
        if (user === null || user.disabled) {
          throw new HttpsError('unauthenticated', 'this account does not exist any more');
        }
      }
      return answer({ uid: auth.uid, token: auth.token, data, rawRequest });
    },
  );
}
