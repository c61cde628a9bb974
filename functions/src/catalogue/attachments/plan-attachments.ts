import type { TranscriptSource } from '../../feeds/feed-model.ts';
import { READ, type AttachmentRecord, wantedAttachment } from './attachment-record.ts';

/** A stored episode of a feed, and what is known of its transcript. */
export interface KnownAttachment {
  episodeId: number;
  identity: string;
  record: AttachmentRecord | null;
}

export interface AttachmentPlan {
  /** Episodes whose transcripts are to be forgotten, with what is said in them. */
  remove: number[];
  /** Those to be remembered as they are here; what is said stays. */
  write: { episodeId: number; record: AttachmentRecord }[];
}

/**
 * What reading a feed changes in the transcripts of its episodes. A new one waits to be read. One that
 * was read is not read again, wherever it has moved; one that could not be read is tried anew when it
 * has another address. One that the feed took away is forgotten, and so are all of a feed that forbids
 * their use. Episodes that the feed no longer lists keep theirs.
 * @param wanted By the identity of each item that the feed lists.
 */
export function planAttachments(
  known: readonly KnownAttachment[],
  wanted: ReadonlyMap<string, readonly TranscriptSource[]>,
  { blocked, now }: { blocked: boolean; now: number },
): AttachmentPlan {
  const plan: AttachmentPlan = { remove: [], write: [] };
  for (const { episodeId, identity, record } of known) {
    const sources = blocked ? [] : wanted.get(identity);
    if (sources === undefined) continue;
    if (sources.length === 0) {
      if (record !== null) plan.remove.push(episodeId);
    } else if (record === null || (record.outcome !== READ && haveMoved(record.sources, sources))) {
      plan.write.push({ episodeId, record: wantedAttachment(sources, now) });
    } else if (JSON.stringify(record.sources) !== JSON.stringify(sources)) {
      plan.write.push({ episodeId, record: { ...record, sources } });
    }
  }
  return plan;
}

/** A query alone does not count: some hosts write a new one into every answer. */
function haveMoved(before: readonly TranscriptSource[], now: readonly TranscriptSource[]): boolean {
  const places = (sources: readonly TranscriptSource[]) =>
    sources.map(({ url }) => url.split(/[?#]/, 1)[0]).join(' ');
  return places(before) !== places(now);
}
