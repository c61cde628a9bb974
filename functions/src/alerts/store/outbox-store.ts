import type { Delivery } from '../../contract/index.ts';
import type { ActiveAlert, PersonPreferences } from '../alert-record.ts';
import type { ChannelChange } from '../outbox/channel-change.ts';
import type { ChannelWithTurns } from '../../delivery/channels/channel-turns.ts';
import type { Digest, Halving } from '../outbox/digest.ts';
import type { StoredDigest } from '../outbox/halves.ts';
import type { SentLog } from '../outbox/sent-log.ts';

export interface Operations {
  reads: number;
  writes: number;
}

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
  /** Returns true if no message is to be created yet, because others wait for their turn. */
  waitsForTurns?: (channel: Partial<ChannelWithTurns>) => boolean;
  alertIds: readonly string[];
  /** `active`: the alerts, by id, that are neither deleted nor paused now. */
  decide: (
    sentLog: SentLog,
    active: ReadonlyMap<string, ActiveAlert>,
  ) => Decided | Promise<Decided>;
}

type Decided = { digest: Digest; sentLog: SentLog } | null;

export interface DigestChange {
  digest: Digest;
  record: DeliveryRecord | null;
  /** Pairs (scope, episode key) to remove from the sent log because they were not mailed. */
  unmailed: Uint8Array;
  /** Pairs to add to the sent log, because they are sent again. */
  sentAgain?: Uint8Array;
  /** Changes of the message's channel. */
  channel?: ChannelChange | null;
  /** Digests that are stored and replace this one. */
  halves?: readonly StoredDigest[];
  /** For a half of a mail: the new `halving` of the original digest. */
  planned?: Halving | undefined;
}

/** `decide` runs in a transaction that may be retried: it must have no side effects. */
export interface OutboxStore {
  preferencesOf(uid: string): Promise<PersonPreferences>;
  /**
   * Mails queued before `queuedBeforeMs`, messages due before it, and both with an expired lease: at most
   * `most` of each of these three kinds, oldest first.
   */
  stuckDigests(queuedBeforeMs: number, nowMs: number, most: number): Promise<StuckDigest[]>;

  /** `exists`, `waits`: `decide` was not called. `nothing`: `decide` returned null, or the channel is not on. */
  createDigest(wish: CreateDigest): Promise<'created' | 'exists' | 'waits' | 'nothing'>;
  /**
   * Returns null, without any write, if the digest was deleted with its account. `channel`: the channel of a
   * message; null for a mail, or if the channel is deleted. `planned`: the original digest, if the digest is
   * a half of a mail.
   */
  changeDigest(
    id: string,
    decide: (
      digest: Digest,
      channel: ChannelWithTurns | null,
      planned: Digest | null,
    ) => DigestChange | null,
  ): Promise<Digest | null>;
  /**
   * Whether the mail service accepted another mail after `sinceMs`, among the first 100 that were planned from
   * `plannedFromMs` on.
   */
  tookMailSince(sinceMs: number, plannedFromMs: number): Promise<boolean>;
  stillActive(uid: string, alertIds: readonly string[]): Promise<Map<string, ActiveAlert>>;
}
