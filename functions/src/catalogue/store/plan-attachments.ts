import type { TranscriptSource } from '../../feeds/feed-model.ts';
import { NO_FILE, READ, type AttachmentRecord, wantedAttachment } from './attachment-record.ts';

export interface KnownAttachment {
  episodeId: number;
  identity: string;
  record: AttachmentRecord | null;
  /** True for a machine's transcript, which needs no file. */
  isHeard?: boolean;
}

export interface AttachmentPlan {
  remove: number[];
  /** Records to store. The text of a transcript stays. */
  write: { episodeId: number; record: AttachmentRecord }[];
}

/**
 * Plans the changes after a fetch of the feed. A new source is due. A file that was read stays; a failed file is due
 * if its URL changed. Files that the feed no longer references are deleted. A feed that blocks services loses all
 * files and machine transcripts.
 * @param wanted Sources by item identity. Episodes without an entry are unchanged.
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

/** Ignores query strings, which some hosts change in every response. */
function haveMoved(before: readonly TranscriptSource[], now: readonly TranscriptSource[]): boolean {
  const addresses = (sources: readonly TranscriptSource[]) =>
    sources.map(({ url }) => url.split(/[?#]/, 1)[0]).join(' ');
  return addresses(before) !== addresses(now);
}
