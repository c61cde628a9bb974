import type { AlertFields, Delivery } from '../../contract/index.ts';
import type { PersonPreferences } from '../runs/indexed-documents.ts';
import type { Digest } from './digest.ts';
import type { SentLog } from './sent-log.ts';

export interface Operations {
  reads: number;
  writes: number;
}

export interface StuckDigest extends Pick<
  Digest,
  'state' | 'attempt' | 'createdAtMs' | 'notBeforeMs'
> {
  id: string;
}

/** The entry of a settled digest in its person's history. */
export type DeliveryRecord = Omit<Delivery, 'id'>;

interface CreateDigest {
  id: string;
  uid: string;
  /** Whether none is made while the person's last digest is queued or being sent. */
  waitForLast: boolean;
  alertIds: readonly string[];
  /** @param active Of these alerts those that are there and not paused. */
  decide: (
    sentLog: SentLog,
    active: ReadonlySet<string>,
  ) => { digest: Digest; sentLog: SentLog } | null;
}

/** What a decision about a digest writes; null writes nothing. */
export interface DigestChange {
  digest: Digest;
  /** Written to the person's history; of a sent digest also to the alerts that are still there. */
  record: DeliveryRecord | null;
  /**
   * What the person's sent log is to forget because it was not mailed. The person is noted as one with
   * unsent matches (`undoSentLog`), unless there is nothing to forget.
   */
  unmailed: Uint8Array;
}

/**
 * The documents of the outbox. Each of the `create…` and `change…` methods is one transaction: when what it
 * read has changed before it writes, it reads again and asks again, so a decision may be asked for
 * more than once and must have no effects of its own.
 */
export interface OutboxStore {
  preferencesOf(uid: string): Promise<PersonPreferences>;
  /**
   * Digests that were to be sent and are not: queued before the first moment, or with a lease over at
   * the second; of each kind the oldest, as many as `most`.
   */
  stuckDigests(queuedBeforeMs: number, nowMs: number, most: number): Promise<StuckDigest[]>;

  /**
   * Creates the digest and updates the sent log in one transaction. Asks nothing when the digest exists, or
   * waits for the one before it; writes nothing when the answer is null. Of a deleted account no alert
   * is left, and so nothing of it can come back.
   */
  createDigest(wish: CreateDigest): Promise<'created' | 'exists' | 'waits' | 'nothing'>;
  /**
   * Changes a digest as decided; answers with the digest as it then is, or null when it is not there.
   * A digest goes with the account it was for, and then nothing at all is written.
   */
  changeDigest(id: string, decide: (digest: Digest) => DigestChange | null): Promise<Digest | null>;
  /** Of these alerts of a person those that are there and not paused, as they are now, by id. */
  stillActive(uid: string, alertIds: readonly string[]): Promise<Map<string, AlertFields>>;
}
