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
   * Hashes of the episodes' keys, eight bytes each. If the section is not mailed, they are removed from the
   * sent log.
   */
  keys: bytes,
  /**
   * Number of `keys` of each episode in `episodes`. The remaining keys belong to episodes that are only
   * counted.
   */
  keyCounts: z.array(z.int().nonnegative()).optional(),
});

export type DigestSection = z.infer<typeof digestSectionSchema>;

/** One mail to a person, or one message to a channel; document `digests/{id}`. */
export interface Digest extends DigestProgress {
  uid: string;
  slotMs: number;
  cadence: DigestContent['cadence'];
  sections: DigestSection[];
  /** The pending episodes, by hash of the item. They become pending again if the digest is not mailed. */
  facts?: Readonly<Record<string, PendingEpisode>>;
  /** Absent for mail. */
  channel?: MessageChannel;
  answer?: DeliveryAnswer;
  /** True after the receiver refused the content: the next attempt sends the plain form. */
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
  isPlain?: boolean | undefined;
}

/** Later delivery reports cannot be matched to their digest. */
export const DIGEST_KEPT_MS = DIGEST_KEPT_DAYS * DAY_MS;

/** Deterministic: a person has one digest per slot. */
export function digestId(uid: string, slotMs: number): string {
  return `${uid}_${new Date(slotMs).toISOString().replace(/[-:.]/g, '')}`;
}

/** Sent to receivers. `number` counts a run's messages to the channel. */
export function messageId(uid: string, channelId: string, slotMs: number, number: number): string {
  return `${digestId(`${uid}_${channelId}`, slotMs)}_${number}`;
}
