import type { DigestProgress } from './digest-progress.ts';

/** An episode as a digest keeps it until it is mailed. */
export interface DigestEpisode {
  title: string;
  link: string;
  podcast: string;
  /** Address of the cover, or empty. */
  image: string;
  pubDateMs: number;
  /** What surrounds the match, with the contract's highlight markers. */
  excerpt: string;
}

/** What a digest tells of one alert. */
export interface DigestSection {
  alertId: string;
  /** As the person wrote it. */
  keyword: string;
  /** Newest first. */
  episodes: DigestEpisode[];
  /** Further new episodes, which the digest only counts. */
  moreCount: number;
}

/** One mail to one person, as `digests/{id}` holds it. Times are epoch milliseconds. */
export interface Digest extends DigestProgress {
  uid: string;
  /** What it was due at. */
  slotMs: number;
  cadence: 'hourly' | 'daily' | 'weekly';
  sections: DigestSection[];
}

/** How long a digest is kept, and with it the way back from what the mail service reports later. */
export const DIGEST_KEPT_MS = 30 * 86_400_000;

/** The id of a person's digest for a slot: whoever makes it a second time finds it there. */
export function digestId(uid: string, slotMs: number): string {
  return `${uid}_${new Date(slotMs).toISOString().replace(/[-:.]/g, '')}`;
}
