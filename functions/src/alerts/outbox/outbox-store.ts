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

export type DeliveryRecord = Omit<Delivery, 'id'>;

interface CreateDigest {
  id: string;
  uid: string;
  /** Creates no digest while the person's last one is queued or being sent. */
  waitForLast: boolean;
  alertIds: readonly string[];
  decide: (sentLog: SentLog, active: ReadonlySet<string>) => Decided | Promise<Decided>;
}

type Decided = { digest: Digest; sentLog: SentLog } | null;

export interface DigestChange {
  digest: Digest;
  record: DeliveryRecord | null;
  /** Pairs (scope, episode key) to remove from the sent log because they were not mailed. */
  unmailed: Uint8Array;
}

/** `decide` runs in a transaction that may be retried: it must have no side effects. */
export interface OutboxStore {
  preferencesOf(uid: string): Promise<PersonPreferences>;
  /** Digests queued before `queuedBeforeMs` or with an expired lease: `most` of each kind, oldest first. */
  stuckDigests(queuedBeforeMs: number, nowMs: number, most: number): Promise<StuckDigest[]>;

  /** `exists`, `waits`: `decide` was not called. `nothing`: `decide` returned null. */
  createDigest(wish: CreateDigest): Promise<'created' | 'exists' | 'waits' | 'nothing'>;
  /** Null, without any write, if the digest was deleted with its account. */
  changeDigest(id: string, decide: (digest: Digest) => DigestChange | null): Promise<Digest | null>;
  stillActive(uid: string, alertIds: readonly string[]): Promise<Map<string, AlertFields>>;
}
