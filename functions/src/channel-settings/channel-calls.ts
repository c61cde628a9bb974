import { type ChannelsRequest, MINUTE_MS } from '../contract/index.ts';
import type { RateWindow } from '../platform/clients/count-call.ts';

type Action = ChannelsRequest['action'];

const CALLS_A_MINUTE: Record<Action, number> = {
  create: 20,
  change: 60,
  replace: 20,
  test: 6,
  resend: 20,
  delete: 60,
};

/** How a person's calls with an action are counted: those of the site and of the API together. */
export function channelCalls(action: Action): { key: string; window: RateWindow } {
  const window = { limit: CALLS_A_MINUTE[action], windowMs: MINUTE_MS };
  return { key: `channels ${action}`, window };
}
