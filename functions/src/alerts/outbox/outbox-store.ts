import type { Delivery } from '../../contract/index.ts';
import type { ActiveAlert, PersonPreferences } from '../alert-record.ts';
import type { ChannelChange } from './channel-change.ts';
import type { ServedChannel } from '../../delivery/channels/served-channel.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { MatchStore } from './match-store.ts';
import type { SentLog } from './sent-log.ts';
import type { Waiting } from './waiting.ts';

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
  /** Set for a message, which uses the channel's own sent log and is created only while the channel is on. */
  channelId?: string;
  /** True defers the digest because the last digest is too recent or is being sent. */
  waitsFor?: ((last: Digest) => boolean) | undefined;
  waitsForChannel?: (channel: Partial<ServedChannel>) => boolean;
  decide: (planned: Planned) => Decided | Promise<Decided>;
}

interface Planned {
  sentLog: SentLog;
  waiting: Waiting;
  /** Alerts of `waiting` by id, except deleted and paused alerts. */
  active: ReadonlyMap<string, ActiveAlert>;
  /** Alerts of `waiting` that are deleted, or paused for good. */
  gone: ReadonlySet<string>;
  /** True if a match waits for its alert to resume by itself. */
  isHeld: boolean;
}

/** Null changes nothing. */
type Decided = {
  digest: Digest | null;
  sentLog: SentLog;
  /** Ids of matches that the destination gets, or is not to get any more. They no longer wait for it. */
  taken: readonly string[];
  /** Those of them that wait again if their episode is found again, because its text has changed. */
  unwanted?: readonly string[];
} | null;

export interface DigestChange {
  digest: Digest;
  record: DeliveryRecord | null;
  /** Sections that were not mailed. Their matches leave the sent log and wait again. */
  unmailed: readonly DigestSection[];
  /** Pairs to log again, because a failed message is sent again. */
  sentAgain?: Uint8Array;
  channel?: ChannelChange | null;
}

/** `decide` may be called again, because its transaction may be retried. It must have no side effects. */
export interface OutboxStore extends MatchStore {
  preferencesOf(uid: string): Promise<PersonPreferences>;
  /**
   * Mails queued before `queuedBeforeMs`, messages due before then, and digests with an expired lease.
   * Returns at most `most` of each, oldest first.
   */
  stuckDigests(queuedBeforeMs: number, nowMs: number, most: number): Promise<StuckDigest[]>;

  /** `exists`, `waits`: `decide` was not called. `nothing`: nothing to send, or the channel is off. */
  createDigest(wish: CreateDigest): Promise<'created' | 'exists' | 'waits' | 'nothing'>;
  /**
   * Returns null, without a write, if the digest was deleted with its account. `channel` is null for mail, or
   * if the channel is deleted.
   */
  changeDigest(
    id: string,
    decide: (digest: Digest, channel: ServedChannel | null) => DigestChange | null,
  ): Promise<Digest | null>;
  stillActive(uid: string, alertIds: readonly string[]): Promise<Map<string, ActiveAlert>>;
}
