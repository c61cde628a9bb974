import type { MemberOperation, MemberOperations } from '../contract/index.ts';
import type { ClientSource } from './clients/client.ts';

/** A call of a person who is signed in, with a body of the operation's form. */
interface MemberCall<Operation extends MemberOperation> {
  uid: string;
  token: { email?: string | undefined; auth_time: number };
  body: MemberOperations[Operation]['body'];
  rawRequest: ClientSource;
}

/** Does what an operation of the function `member` is for; the call is admitted and counted. */
export type MemberWork<Operation extends MemberOperation> = (
  call: MemberCall<Operation>,
) => Promise<MemberOperations[Operation]['answer']>;
