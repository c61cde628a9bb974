import type { DecodedIdToken } from 'firebase-admin/auth';
import type { MemberOperation, MemberOperations } from '../contract/index.ts';
import type { ClientSource } from '../platform/clients/client.ts';

/** The body is already validated. */
interface MemberCall<Operation extends MemberOperation> {
  uid: string;
  token: Pick<DecodedIdToken, 'email' | 'auth_time' | 'iat' | 'firebase'>;
  body: MemberOperations[Operation]['body'];
  rawRequest: ClientSource;
}

/** Runs an operation of the function `member`, after authentication and rate limiting. */
export type MemberWork<Operation extends MemberOperation> = (
  call: MemberCall<Operation>,
) => Promise<MemberOperations[Operation]['answer']>;
