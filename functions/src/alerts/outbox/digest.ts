import * as z from 'zod';
import { DAY_MS, DIGEST_KEPT_DAYS } from '../../contract/index.ts';
import { bytes, digestAlertSchema, type DigestContent } from '../../mail/digest/digest-content.ts';
import type { DigestProgress } from './digest-progress.ts';

/** One alert in a digest: kept as it will be mailed, the newest episode first. */
export const digestSectionSchema = z.object({
  ...digestAlertSchema.shape,
  /** Eight bytes for each key of its episodes: the sent log forgets them if the section is not mailed. */
  keys: bytes,
});

export type DigestSection = z.infer<typeof digestSectionSchema>;

/** One mail to one person, as `digests/{id}` holds it. Times are epoch milliseconds. */
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

/** How long a digest is kept, and with it the way back from what the mail service reports later. */
export const DIGEST_KEPT_MS = DIGEST_KEPT_DAYS * DAY_MS;

/** The id of a person's digest for a slot: whoever makes it a second time finds it there. */
export function digestId(uid: string, slotMs: number): string {
  return `${uid}_${new Date(slotMs).toISOString().replace(/[-:.]/g, '')}`;
}
