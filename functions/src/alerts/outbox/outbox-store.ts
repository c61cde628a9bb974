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
   * Set for a message, which is logged in its channel's own sent log and created only while the channel is
   * on.
   */
  channelId?: string;
  /**
   * Returns true if no digest is to be created yet because of the last one: it is on its way, or was made too
   * short a time ago.
   */
  waitsFor?: ((last: Digest) => boolean) | undefined;
  /** Returns true if no message is to be created yet, because the channel is paused or fails. */
  waitsForChannel?: (channel: Partial<ServedChannel>) => boolean;
  decide: (waiting: Waiting) => Decided | Promise<Decided>;
}

interface Waiting {
  sentLog: SentLog;
  pending: Pending;
  /** The alerts of `pending`, by id, that are neither deleted nor paused now. */
  active: ReadonlyMap<string, ActiveAlert>;
}

/** `digest` null: there is nothing to tell, though something waited. Null: nothing changes. */
type Decided =
  | { digest: Digest; sentLog: SentLog; pending: Pending }
  | { digest: null; pending: Pending }
  | null;

export interface AddPending {
  uid: string;
  /** Absent for mail. */
  channelId?: string | undefined;
  /** An alert that matched: without pending matches it is read, so that a deleted account stays deleted. */
  alertId: string;
  /** Whether the sent log is needed; else `decide` gets an empty one. */
  readSent: boolean;
  decide: (pending: Pending, sentLog: SentLog) => Pending;
}

export interface DigestChange {
  digest: Digest;
  record: DeliveryRecord | null;
  /** What was not mailed: leaves the sent log and waits again. */
  unmailed: readonly DigestSection[];
  /** Pairs to add to the sent log, because they are sent again. */
  sentAgain?: Uint8Array;
  /** Changes of the message's channel. */
  channel?: ChannelChange | null;
}

/** `decide` runs in a transaction that may be retried: it must have no side effects. */
export interface OutboxStore {
  preferencesOf(uid: string): Promise<PersonPreferences>;
  /**
   * Mails queued before `queuedBeforeMs`, messages due before it, and both with an expired lease: at most
   * `most` of each of these three kinds, oldest first.
   */
  stuckDigests(queuedBeforeMs: number, nowMs: number, most: number): Promise<StuckDigest[]>;

  /** Adds matches. False if none waits then, or the person or the channel is gone. */
  addPending(matches: AddPending): Promise<boolean>;
  /** `exists`, `waits`: `decide` was not called. `nothing`: no digest, or the channel is not on. */
  createDigest(wish: CreateDigest): Promise<'created' | 'exists' | 'waits' | 'nothing'>;
  /**
   * Returns null, without any write, if the digest was deleted with its account. `channel`: the channel of a
   * message; null for a mail, or if the channel is deleted.
   */
  changeDigest(
    id: string,
    decide: (digest: Digest, channel: ServedChannel | null) => DigestChange | null,
  ): Promise<Digest | null>;
  stillActive(uid: string, alertIds: readonly string[]): Promise<Map<string, ActiveAlert>>;
}
