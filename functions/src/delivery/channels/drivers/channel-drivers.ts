import type { ChannelKind } from '../../../contract/index.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import { push } from './push.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

export type PostedKind = Exclude<ChannelKind, 'feed'>;

/** To add a service, write a driver and list it here. */
export const CHANNEL_DRIVERS: Readonly<Record<PostedKind, ChannelDriver>> = {
  webhook,
  slack,
  discord,
  teams,
  telegram,
  push,
  ntfy,
};
