import { type ChannelsRequest, MINUTE_MS } from '../../contract/index.ts';
import type { RateWindow } from '../../platform/clients/count-call.ts';

type Action = ChannelsRequest['action'];

const CALLS_A_MINUTE: Record<Action, number> = {
  create: 20,
  'push-key': 20,
  change: 60,
  replace: 20,
  test: 6,
  resend: 20,
  delete: 60,
};

/** Calls from the site and the API count together. */
export function channelCalls(action: Action): { key: string; window: RateWindow } {
  const window = { limit: CALLS_A_MINUTE[action], windowMs: MINUTE_MS };
  return { key: `channels ${action}`, window };
}
