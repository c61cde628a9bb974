import type { TranscriptSource } from '../../feeds/feed-model.ts';
import { NO_FILE, READ, type AttachmentRecord, wantedAttachment } from './attachment-record.ts';

export interface KnownAttachment {
  episodeId: number;
  identity: string;
  record: AttachmentRecord | null;
  /** True if a machine wrote the transcript, so that it needs no file. */
  isHeard?: boolean;
}

export interface AttachmentPlan {
  /** Episodes whose transcript is deleted, with its text. */
  remove: number[];
  /** Episodes with a new record; a transcript's text stays. */
  write: { episodeId: number; record: AttachmentRecord }[];
}

/**
 * Plans the changes after a feed was read. A new source is due. A file that was read stays; a
 * failed one is due again if its URL changed. Files that the feed no longer names are deleted, or
 * all its files if it blocks their use, a machine's transcripts included.
 * @param wanted Sources by item identity; episodes without an entry stay unchanged.
 */
export function planAttachments(
  known: readonly KnownAttachment[],
  wanted: ReadonlyMap<string, readonly TranscriptSource[]>,
  { blocked, now }: { blocked: boolean; now: number },
): AttachmentPlan {
  const plan: AttachmentPlan = { remove: [], write: [] };
  for (const { episodeId, identity, record, isHeard = false } of known) {
    const sources = blocked ? [] : wanted.get(identity);
    if (sources === undefined) continue;
    if (sources.length === 0) {
      if (record === null) continue;
      if (blocked || !isHeard) plan.remove.push(episodeId);
      else if (record.sources.length > 0) plan.write.push({ episodeId, record: NO_FILE });
    } else if (record === null || (record.outcome !== READ && haveMoved(record.sources, sources))) {
      plan.write.push({ episodeId, record: wantedAttachment(sources, now) });
    } else if (JSON.stringify(record.sources) !== JSON.stringify(sources)) {
      plan.write.push({ episodeId, record: { ...record, sources } });
    }
  }
  return plan;
}

/** Query strings do not count: some hosts change them in every response. */
function haveMoved(before: readonly TranscriptSource[], now: readonly TranscriptSource[]): boolean {
  const addresses = (sources: readonly TranscriptSource[]) =>
    sources.map(({ url }) => url.split(/[?#]/, 1)[0]).join(' ');
  return addresses(before) !== addresses(now);
}
