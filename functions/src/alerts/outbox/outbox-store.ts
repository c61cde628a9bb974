import type { Delivery } from '../../contract/index.ts';
import type { ActiveAlert, PersonPreferences } from '../alert-record.ts';
import type { ChannelChange } from './channel-change.ts';
import type { ServedChannel } from '../../delivery/channels/served-channel.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { Pending } from './pending-document.ts';
import type { SentLog } from './sent-log.ts';

export interface StuckDigest extends Pick<
  Digest,
  'state' | 'attempt' | 'createdAtMs' | 'notBeforeMs'
> {
  id: string;
  isMessage: boolean;
}

export type DeliveryRecord = Omit<Delivery, 'id'>;

interface CreateDigest {
  id: string;
  uid: string;
  /**
   * Set for a message: uses the channel's own sent log. The message is created only while the channel is on.
   */
  channelId?: string;
  /** True defers the digest because of the last one: it is being sent, or is too recent. */
  waitsFor?: ((last: Digest) => boolean) | undefined;
  waitsForChannel?: (channel: Partial<ServedChannel>) => boolean;
  decide: (waiting: Waiting) => Decided | Promise<Decided>;
}

interface Waiting {
  sentLog: SentLog;
  pending: Pending;
  /** Alerts of `pending` that are neither deleted nor paused, by id. */
  active: ReadonlyMap<string, ActiveAlert>;
}

/** `digest` null: nothing is to be sent, but `pending` changes. Null: nothing changes. */
type Decided =
  | { digest: Digest; sentLog: SentLog; pending: Pending }
  | { digest: null; pending: Pending }
  | null;

export interface AddPending {
  uid: string;
  channelId?: string | undefined;
  /**
   * A matching alert. If nothing is pending yet, its document is checked, so that a deleted account stays
   * deleted.
   */
  alertId: string;
  /** False: `decide` gets an empty sent log. */
  readSent: boolean;
  decide: (pending: Pending, sentLog: SentLog) => Pending;
}

export interface DigestChange {
  digest: Digest;
  record: DeliveryRecord | null;
  /** Sections that were not mailed. They leave the sent log and are pending again. */
  unmailed: readonly DigestSection[];
  /** Pairs to add to the sent log, because their episodes are sent again. */
  sentAgain?: Uint8Array;
  channel?: ChannelChange | null;
}

/** `decide` runs in a transaction that may be retried: it must have no side effects. */
export interface OutboxStore {
  preferencesOf(uid: string): Promise<PersonPreferences>;
  /**
   * Mails queued before `queuedBeforeMs`, messages due before that, and all with an expired lease: at most
   * `most` of each kind, oldest first.
   */
  stuckDigests(queuedBeforeMs: number, nowMs: number, most: number): Promise<StuckDigest[]>;

  /** Returns false if nothing is pending afterwards, or the person or channel was deleted. */
  addPending(matches: AddPending): Promise<boolean>;
  /** `exists`, `waits`: `decide` was not called. `nothing`: no digest, or the channel is off. */
  createDigest(wish: CreateDigest): Promise<'created' | 'exists' | 'waits' | 'nothing'>;
  /**
   * Returns null, without any write, if the digest was deleted with its account. `channel` is null for a mail,
   * or if the channel is deleted.
   */
  changeDigest(
    id: string,
    decide: (digest: Digest, channel: ServedChannel | null) => DigestChange | null,
  ): Promise<Digest | null>;
  stillActive(uid: string, alertIds: readonly string[]): Promise<Map<string, ActiveAlert>>;
}
