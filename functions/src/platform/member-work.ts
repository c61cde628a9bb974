import type { MemberOperation, MemberOperations } from '../contract/index.ts';
import type { ClientSource } from './clients/client.ts';

/** The body is already validated. */
interface MemberCall<Operation extends MemberOperation> {
  uid: string;
  token: { email?: string | undefined; auth_time: number };
  body: MemberOperations[Operation]['body'];
  rawRequest: ClientSource;
}

/** Runs an operation of the function `member`, after authentication and rate limiting. */
export type MemberWork<Operation extends MemberOperation> = (
  call: MemberCall<Operation>,
) => Promise<MemberOperations[Operation]['answer']>;
