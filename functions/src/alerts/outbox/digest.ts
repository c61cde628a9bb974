import * as z from 'zod';
import { DAY_MS, DIGEST_KEPT_DAYS } from '../../contract/index.ts';
import { bytes, digestAlertSchema, type DigestContent } from '../../mail/digest/digest-content.ts';
import type { DigestProgress } from './digest-progress.ts';

export const digestSectionSchema = z.object({
  ...digestAlertSchema.shape,
  /** Hashes of the episodes' keys, eight bytes each: an unmailed section is removed from the sent log. */
  keys: bytes,
});

export type DigestSection = z.infer<typeof digestSectionSchema>;

/** One mail to one person; document `digests/{id}`. Times are epoch milliseconds. */
export interface Digest extends DigestProgress {
  uid: string;
  slotMs: number;
  cadence: DigestContent['cadence'];
  sections: DigestSection[];
}

export interface SentMail {
  subject: string;
  sections: DigestSection[];
}

/** Retention; later reports of the mail service cannot be matched to the digest. */
export const DIGEST_KEPT_MS = DIGEST_KEPT_DAYS * DAY_MS;

/** Deterministic: a person has one digest per slot. */
export function digestId(uid: string, slotMs: number): string {
  return `${uid}_${new Date(slotMs).toISOString().replace(/[-:.]/g, '')}`;
}
