import type { Delivery } from '../../contract/index.ts';
import type { ActiveAlert, PersonPreferences } from '../alert-record.ts';
import type { ChannelChange } from '../outbox/channel-change.ts';
import type { ChannelWithTurns } from '../../channels/channel-turns.ts';
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
  /** For a message, which has a sent log of its own and is created only while the channel is on. */
  channelId?: string;
  /** True: no digest is created because of the last one, which is queued or being sent. */
  waitsFor?: ((last: Digest) => boolean) | undefined;
  /** True: no message is created, because others wait for their turn. */
  waitsForTurns?: (channel: Partial<ChannelWithTurns>) => boolean;
  alertIds: readonly string[];
  /** `active`: the alerts by id, as they are now. */
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
  /** What changes in the message's channel. */
  channel?: ChannelChange | null;
  /** Digests that are stored and replace this one. */
  halves?: readonly StoredDigest[];
  /** For a half of a mail: what changes in the planned digest. */
  planned?: Halving | undefined;
}

/** `decide` runs in a transaction that may be retried: it must have no side effects. */
export interface OutboxStore {
  preferencesOf(uid: string): Promise<PersonPreferences>;
  /**
   * Digests queued before `queuedBeforeMs`, messages due before then, and both with an expired lease: `most`
   * of each kind, oldest first.
   */
  stuckDigests(queuedBeforeMs: number, nowMs: number, most: number): Promise<StuckDigest[]>;

  /** `exists`, `waits`: `decide` was not called. `nothing`: `decide` returned null, or the channel is not on. */
  createDigest(wish: CreateDigest): Promise<'created' | 'exists' | 'waits' | 'nothing'>;
  /**
   * Null, without any write, if the digest was deleted with its account. `channel`: for a message; null if
   * the channel is deleted. `planned`: for a half of a mail, the digest that was planned.
   */
  changeDigest(
    id: string,
    decide: (
      digest: Digest,
      channel: ChannelWithTurns | null,
      planned: Digest | null,
    ) => DigestChange | null,
  ): Promise<Digest | null>;
  stillActive(uid: string, alertIds: readonly string[]): Promise<Map<string, ActiveAlert>>;
}
