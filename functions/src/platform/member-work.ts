import type { MemberOperation, MemberOperations } from '../contract/index.ts';
import type { ClientSource } from './clients/client.ts';

/** A call of a signed-in person; its body has been checked. */
interface MemberCall<Operation extends MemberOperation> {
  uid: string;
  token: { email?: string | undefined; auth_time: number };
  body: MemberOperations[Operation]['body'];
  rawRequest: ClientSource;
}

/** The work of an operation of the function `member`, for a call that was admitted and counted. */
export type MemberWork<Operation extends MemberOperation> = (
  call: MemberCall<Operation>,
) => Promise<MemberOperations[Operation]['answer']>;
