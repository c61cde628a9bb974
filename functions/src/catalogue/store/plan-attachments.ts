import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { TranscriptSource } from '../../feeds/feed-model.ts';
import { NO_FILE, READ, type AttachmentRecord, wantedAttachment } from './attachment-record.ts';

export interface KnownAttachment {
  episodeId: number;
  identity: string;
  record: AttachmentRecord | null;
  /** True for a machine's transcript, which needs no file. */
  isTranscribed?: boolean;
}

export interface AttachmentPlan {
  remove: number[];
  /** Records to store. The text of a transcript stays. */
  write: { episodeId: number; record: AttachmentRecord }[];
}

/** Some hosts change the addresses of their files in every response. The pause doubles while the text is the same. */
const FIRST_PAUSE_MS = 15 * MINUTE_MS;
const MAX_PAUSE_MS = DAY_MS;

/**
 * Plans the changes after a fetch of the feed. A new source is due. A failed file is due if its URL changed; a file that
 * was read, only if it may be `replaced`. Files that the feed no longer references are deleted. A feed that blocks services loses all
 * files and machine transcripts.
 * @param wanted Sources by item identity. Episodes without an entry are unchanged.
 */
export function planAttachments(
  known: readonly KnownAttachment[],
  wanted: ReadonlyMap<string, readonly TranscriptSource[]>,
  { blocked, now, replaced = false }: { blocked: boolean; now: number; replaced?: boolean },
): AttachmentPlan {
  const plan: AttachmentPlan = { remove: [], write: [] };
  for (const { episodeId, identity, record, isTranscribed = false } of known) {
    const sources = blocked ? [] : wanted.get(identity);
    if (sources === undefined) continue;
    if (sources.length === 0) {
      if (record === null) continue;
      if (blocked || !isTranscribed) plan.remove.push(episodeId);
      else if (record.sources.length > 0) plan.write.push({ episodeId, record: NO_FILE });
    } else if (record === null) {
      plan.write.push({ episodeId, record: wantedAttachment(sources, now) });
    } else if ((record.outcome !== READ || replaced) && haveMoved(record.sources, sources)) {
      plan.write.push({ episodeId, record: movedAttachment(record, sources, now) });
    } else if (JSON.stringify(record.sources) !== JSON.stringify(sources)) {
      plan.write.push({ episodeId, record: { ...record, sources } });
    }
  }
  return plan;
}

function movedAttachment(
  { outcome, tries, nextTryAtMs }: AttachmentRecord,
  sources: readonly TranscriptSource[],
  now: number,
): AttachmentRecord {
  const wanted = wantedAttachment(sources, now);
  // Was not requested since it last moved.
  if (outcome === null) return { ...wanted, tries, nextTryAtMs };
  if (outcome !== READ || tries === 0) return wanted;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10), MAX_PAUSE_MS);
  return { ...wanted, tries, nextTryAtMs: now + pauseMs };
}

/** Ignores query strings, which some hosts change in every response. */
function haveMoved(before: readonly TranscriptSource[], now: readonly TranscriptSource[]): boolean {
  const addresses = (sources: readonly TranscriptSource[]) =>
    sources.map(({ url }) => url.split(/[?#]/, 1)[0]).join(' ');
  return addresses(before) !== addresses(now);
}
