import type {
  Channel,
  ChannelCreated,
  ChannelsRequest,
  ChannelTested,
} from '../../contract/index.ts';

type Asked<Action extends ChannelsRequest['action']> = Omit<
  Extract<ChannelsRequest, { action: Action }>,
  'action'
>;

/** The channels of one person. Changes count against the site's rate limits and may throw 'rate-limited'. */
export interface ChannelStore {
  list(): Promise<Channel[]>;
  get(id: string): Promise<Channel | null>;
  create(channel: Asked<'create'>): Promise<ChannelCreated>;
  /** Does nothing if the channel does not exist. */
  change(change: Asked<'change'>): Promise<void>;
  test(id: string): Promise<ChannelTested>;
  /** Does nothing if the channel does not exist. */
  remove(id: string): Promise<void>;
}
