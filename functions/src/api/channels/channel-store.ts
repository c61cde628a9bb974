import type {
  Channel,
  ChannelCreated,
  ChannelsRequest,
  ChannelTested,
} from '../../contract/index.ts';

/** A request of the site without its action. */
type Asked<Action extends ChannelsRequest['action']> = Omit<
  Extract<ChannelsRequest, { action: Action }>,
  'action'
>;

/** The channels of one person. Changes are counted with those of the site; each may throw 'rate-limited'. */
export interface ChannelStore {
  list(): Promise<Channel[]>;
  /** Null if there is none. */
  get(id: string): Promise<Channel | null>;
  create(channel: Asked<'create'>): Promise<ChannelCreated>;
  /** Does nothing if there is none. */
  change(change: Asked<'change'>): Promise<void>;
  test(id: string): Promise<ChannelTested>;
  /** May be repeated. */
  remove(id: string): Promise<void>;
}
