import type { ChannelCreated } from 'functions/contract';
import { Refused } from '#shared/member/hooks/use-call.ts';

/** What the server tells once. */
export type NewSecrets = Extract<ChannelCreated, { kind: 'created' }>;

/** Throws the server's sentence if it refused. */
export function created(answer: ChannelCreated): NewSecrets {
  if (answer.kind === 'refused') throw new Refused(answer.message);
  return answer;
}
