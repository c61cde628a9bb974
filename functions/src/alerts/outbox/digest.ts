import { DAY_MS, DIGEST_KEPT_DAYS } from '../../contract/index.ts';
import type { DigestAlert, DigestContent } from '../../mail/digest/digest-content.ts';
import type { DigestProgress } from './digest-progress.ts';

/** What a digest tells of one alert: kept as it will be mailed, the newest episode first. */
export interface DigestSection extends DigestAlert {
  /**
   * What the episodes told are known by, eight bytes for each key: the ledger forgets them again when the
   * section is not mailed.
   */
  keys: Uint8Array;
}

/** One mail to one person, as `digests/{id}` holds it. Times are epoch milliseconds. */
export interface Digest extends DigestProgress {
  uid: string;
  /** What it was due at. */
  slotMs: number;
  cadence: DigestContent['cadence'];
  sections: DigestSection[];
}

/** How long a digest is kept, and with it the way back from what the mail service reports later. */
export const DIGEST_KEPT_MS = DIGEST_KEPT_DAYS * DAY_MS;

/** The id of a person's digest for a slot: whoever makes it a second time finds it there. */
export function digestId(uid: string, slotMs: number): string {
  return `${uid}_${new Date(slotMs).toISOString().replace(/[-:.]/g, '')}`;
}
