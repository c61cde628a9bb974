import type { ChannelCreated } from 'functions/contract';
import { Refused } from '#shared/data/hooks/use-call.ts';

/** The server shows these secrets only once. */
export type NewSecrets = Extract<ChannelCreated, { kind: 'created' }>;

/** Throws a `Refused` with the server's message if the server refused the channel. */
export function created(answer: ChannelCreated): NewSecrets {
  if (answer.kind === 'refused') throw new Refused(answer.message);
  return answer;
}
