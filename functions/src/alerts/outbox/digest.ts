import * as z from 'zod';
import { type ChannelKind, DAY_MS, type Delivery, DIGEST_KEPT_DAYS } from '../../contract/index.ts';
import {
  bytes,
  digestAlertSchema,
  type DigestContent,
} from '../../delivery/mail/digest/digest-content.ts';
import type { DigestProgress } from './digest-progress.ts';
import type { PendingEpisode } from './pending-document.ts';

export const digestSectionSchema = z.object({
  ...digestAlertSchema.shape,
  /**
   * Hashes of the episodes' keys, eight bytes each, by which a section that was not mailed is removed from
   * the sent log.
   */
  keys: bytes,
  /**
   * Numbers of `keys` that belong to each of `episodes`, in this order; the remaining keys belong to episodes
   * that are only counted.
   */
  keyCounts: z.array(z.int().nonnegative()).optional(),
});

export type DigestSection = z.infer<typeof digestSectionSchema>;

/** One mail to one person, or one message to a channel; document `digests/{id}`. Times are epoch milliseconds. */
export interface Digest extends DigestProgress {
  uid: string;
  slotMs: number;
  cadence: DigestContent['cadence'];
  sections: DigestSection[];
  /**
   * By the hash of its item: the episodes as they waited, so that they can wait again if they are not mailed.
   */
  facts?: Readonly<Record<string, PendingEpisode>>;
  /** Absent for email. */
  channel?: MessageChannel;
  /** The last answer of a channel's receiver. */
  answer?: DeliveryAnswer;
  /** Set once the receiver refused the content: the next try sends the plain form. */
  isPlain?: boolean;
}

export type DeliveryAnswer = NonNullable<Delivery['answer']>;

export interface MessageChannel {
  id: string;
  kind: ChannelKind;
}

export interface SentMail {
  subject: string;
  sections: DigestSection[];
  /** True: the plain form was sent. */
  isPlain?: boolean | undefined;
}

/** Retention; later reports of the mail service cannot be matched to the digest. */
export const DIGEST_KEPT_MS = DIGEST_KEPT_DAYS * DAY_MS;

/** Deterministic: a person has one digest per slot. */
export function digestId(uid: string, slotMs: number): string {
  return `${uid}_${new Date(slotMs).toISOString().replace(/[-:.]/g, '')}`;
}

/** Id by which receivers know a message. `number` counts the messages of one run to one channel. */
export function messageId(uid: string, channelId: string, slotMs: number, number: number): string {
  return `${digestId(`${uid}_${channelId}`, slotMs)}_${number}`;
}
