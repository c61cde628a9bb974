import type { ChannelCreated } from 'functions/contract';
import { Refused } from '#shared/data/hooks/use-call.ts';

/** New secrets of a channel, which the server shows only once. */
export type NewSecrets = Extract<ChannelCreated, { kind: 'created' }>;

/** Throws a `Refused` with the server's sentence if the server has refused. */
export function created(answer: ChannelCreated): NewSecrets {
  if (answer.kind === 'refused') throw new Refused(answer.message);
  return answer;
}
