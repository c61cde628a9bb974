import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
} from 'firebase-admin/firestore';
import { storedMs, timestamp } from '../match/timestamps.ts';
import * as z from 'zod';
import { CHANNEL_KINDS, DAY_MS, DIGEST_CADENCES, HISTORY_KEPT_DAYS } from '../../contract/index.ts';
import type { ChannelChange } from './channel-change.ts';
import { type Digest, DIGEST_KEPT_MS, digestSectionSchema } from './digest.ts';
import { EMPTY_SENT_LOG, type SentLog } from './sent-log.ts';
import type { Undone } from './undo-sent-log.ts';
import { factsSchema } from './waiting.ts';
import type { DeliveryRecord, StuckDigest } from './outbox-store.ts';

/** @param channelId Undefined for mail. */
export function sentLogOf(
  firestore: Firestore,
  uid: string,
  channelId = 'sent',
): DocumentReference {
  return firestore.doc(`users/${uid}/ledger/${channelId}`);
}

const HISTORY_KEPT_MS = HISTORY_KEPT_DAYS * DAY_MS;

/**
 * Mails have `createdAt`. Messages have `plannedAt`, and `dueAt` while queued: they may wait for days and
 * would hide stuck mails in a query by `createdAt`. Fields `half`, `halving` and `refusedAtMs` of version 1.0
 * are ignored.
 */
const digestDocument = z.object({
  uid: z.string(),
  slot: storedMs,
  cadence: z.enum(DIGEST_CADENCES),
  state: z.enum(['queued', 'sending', 'sent', 'failed', 'cancelled']),
  attempt: z.number(),
  takeovers: z.number(),
  leaseUntil: storedMs.nullable(),
  notBefore: storedMs.nullable(),
  createdAt: storedMs.optional(),
  plannedAt: storedMs.optional(),
  code: z.string().nullable(),
  messageId: z.string().nullable(),
  finishedAt: storedMs.nullable(),
  sections: z.array(digestSectionSchema),
  facts: z.record(z.string(), factsSchema).optional(),
  channel: z
    .object({
      id: z.string(),
      kind: z.enum(CHANNEL_KINDS),
    })
    .optional(),
  answer: z.object({ status: z.number().nullable(), tookMs: z.number() }).optional(),
  isPlain: z.boolean().optional(),
});

export function readDigest(fields: DocumentData): Digest {
  const {
    slot,
    leaseUntil,
    notBefore,
    createdAt,
    plannedAt,
    finishedAt,
    channel,
    answer,
    facts,
    isPlain,
    ...same
  } = digestDocument.parse(fields);
  return {
    ...same,
    ...(channel !== undefined && { channel }),
    ...(answer !== undefined && { answer }),
    ...(facts !== undefined && { facts }),
    ...(isPlain !== undefined && { isPlain }),
    slotMs: slot,
    leaseUntilMs: leaseUntil,
    notBeforeMs: notBefore,
    createdAtMs: createdAt ?? plannedAt ?? 0,
    finishedAtMs: finishedAt,
  };
}

const stuckDocument = digestDocument.pick({
  state: true,
  attempt: true,
  createdAt: true,
  plannedAt: true,
  notBefore: true,
  channel: true,
});

export function readStuckDigest(id: string, fields: DocumentData): StuckDigest | null {
  const { data } = stuckDocument.safeParse(fields);
  if (data === undefined) return null;
  const { state, attempt, createdAt, plannedAt, notBefore, channel } = data;
  return {
    id,
    state,
    attempt,
    createdAtMs: createdAt ?? plannedAt ?? 0,
    notBeforeMs: notBefore,
    isMessage: channel !== undefined,
  };
}

const outcomeDocument = digestDocument.pick({
  state: true,
  code: true,
  createdAt: true,
  plannedAt: true,
  channel: true,
});

export interface Outcome extends Pick<Digest, 'state' | 'code' | 'createdAtMs'> {
  isMessage: boolean;
}

export const OUTCOME_FIELDS = Object.keys(outcomeDocument.shape);

export function readOutcome(fields: DocumentData): Outcome {
  const { state, code, createdAt, plannedAt, channel } = outcomeDocument.parse(fields);
  return {
    state,
    code,
    createdAtMs: createdAt ?? plannedAt ?? 0,
    isMessage: channel !== undefined,
  };
}

export function digestFields(digest: Digest): DocumentData {
  const { slotMs, leaseUntilMs, notBeforeMs, createdAtMs, finishedAtMs, channel, ...same } = digest;
  const created = timestamp(createdAtMs);
  const dueAt = digest.state === 'queued' ? timestamp(notBeforeMs ?? createdAtMs) : null;
  return {
    ...same,
    ...(channel === undefined ? { createdAt: created } : { channel, plannedAt: created, dueAt }),
    slot: timestamp(slotMs),
    leaseUntil: timestamp(leaseUntilMs),
    notBefore: timestamp(notBeforeMs),
    finishedAt: timestamp(finishedAtMs),
    expireAt: timestamp(createdAtMs + DIGEST_KEPT_MS),
  };
}

const sentLogDocument = z.object({
  sent: z.record(z.string(), z.instanceof(Uint8Array)),
  digests: z.record(z.string(), z.number()),
  forgottenUntilMs: z.number(),
  unsent: z.instanceof(Uint8Array).optional(),
  last: z.object({ digestId: z.string(), atMs: z.number() }).nullable(),
  failed: z.object({ digestId: z.string(), inRow: z.number() }).nullable(),
});

export function readSentLog(fields: DocumentData | undefined): SentLog {
  return fields === undefined ? EMPTY_SENT_LOG : sentLogDocument.parse(fields);
}

export function unmailedFields(
  { finishedAtMs, code }: Digest,
  { retryAtMs }: Pick<Undone, 'retryAtMs'>,
): DocumentData {
  return {
    unmailedAt: timestamp(finishedAtMs),
    unmailedFor: code,
    retryAt: timestamp(retryAtMs),
  };
}

export function channelFields(change: ChannelChange): DocumentData {
  const { state, deliveredAtMs, failingSinceMs, failure, pausedUntilMs, underWay } = change;
  const removed = FieldValue.delete();
  return {
    ...(state !== undefined && { state }),
    ...(deliveredAtMs !== undefined && { deliveredAt: timestamp(deliveredAtMs) }),
    ...(failingSinceMs !== undefined && { failingSince: timestamp(failingSinceMs) ?? removed }),
    ...(failure !== undefined && { failure: failure ?? removed }),
    ...(pausedUntilMs !== undefined && { pausedUntil: timestamp(pausedUntilMs) ?? removed }),
    ...(underWay !== undefined && { underWay: underWay ?? removed }),
  };
}

export function deliveryFields(record: DeliveryRecord): DocumentData {
  const { atMs, ...same } = record;
  return { ...same, at: timestamp(atMs), expireAt: timestamp(atMs + HISTORY_KEPT_MS) };
}
