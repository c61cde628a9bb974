import * as z from 'zod';
import type { TranscriptSource } from '../../feeds/feed-model.ts';
import {
  packSpokenText,
  type SpokenText,
  unpackSpokenText,
} from '../../feeds/transcripts/spoken-text.ts';
import { planAttachments } from './plan-attachments.ts';
import type { StoredTranscript, AttachmentRecord } from './attachment-record.ts';
import {
  attachmentRow,
  knownAttachment,
  readAttachment,
  readKnownAttachment,
  recordParameters,
  ATTACHMENT_COLUMNS,
  TRANSCRIPTS,
  attachmentValues,
  writeAttachments,
} from './attachments-store.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';

const storedTranscript = z.object({
  ...attachmentRow.shape,
  identity: z.string(),
  spoken: z.instanceof(Uint8Array).nullable(),
  heardS: z.number().nullable(),
});

/** Stores the sources of a feed's transcripts; deletes transcripts that the feed no longer references. */
export function* updateTranscripts(
  feed: number,
  wanted: ReadonlyMap<string, readonly TranscriptSource[]>,
  reading: { blocked: boolean; now: number },
): Work<void> {
  const { hex, removeTranscripts } = yield* engine();
  const known = yield* rows(
    knownAttachment,
    `SELECT id, ${hex('identity')} AS identity, heard_s, ${ATTACHMENT_COLUMNS}
     FROM episodes LEFT JOIN transcripts ON episode_id = id WHERE episodes.feed_id = $1`,
    feed,
  );
  const { remove, write } = planAttachments(known.map(readKnownAttachment), wanted, reading);
  if (remove.length > 0) yield* removeTranscripts(remove);
  yield* writeAttachments(TRANSCRIPTS, feed, write);
}

/** A publisher's transcript replaces a machine's. No effect if the episode or its transcript is gone. */
export function* recordTranscript(
  episodeId: number,
  record: AttachmentRecord,
  spoken: SpokenText | null,
): Work<void> {
  const [heard] = yield* rows(
    z.object({ feedId: z.number() }),
    'SELECT feed_id FROM transcripts WHERE episode_id = $1 AND heard_s IS NOT NULL',
    episodeId,
  );
  if (heard !== undefined) {
    if (spoken !== null) yield* (yield* engine()).removeTranscripts([episodeId]);
    yield* writeAttachments(TRANSCRIPTS, heard.feedId, [{ episodeId, record }]);
    if (spoken === null) return;
  }
  const written = yield* rows(
    z.object({ episodeId: z.number() }),
    `UPDATE transcripts SET (${ATTACHMENT_COLUMNS}) = (${recordParameters(2)}), spoken = $2
     WHERE episode_id = $1 AND spoken IS NULL RETURNING episode_id`,
    episodeId,
    spoken === null ? null : packSpokenText(spoken),
    ...attachmentValues(record),
  );
  if (written.length === 0 || spoken === null) return;
  const { indexTranscript } = yield* engine();
  yield* indexTranscript(episodeId, spoken.text);
}

export function* exportTranscripts(feed: number): Work<StoredTranscript[]> {
  const { hex } = yield* engine();
  const found = yield* rows(
    storedTranscript,
    `SELECT ${hex('identity')} AS identity, spoken, heard_s, ${ATTACHMENT_COLUMNS}
     FROM transcripts JOIN episodes ON id = episode_id WHERE transcripts.feed_id = $1 ORDER BY id`,
    feed,
  );
  return found.map(({ identity, spoken, heardS: heardSeconds, ...file }) => ({
    identity,
    heardSeconds,
    ...readAttachment(file),
    spoken: spoken === null ? null : Buffer.from(spoken).toString('base64'),
  }));
}

const KEEP = 'UPDATE transcripts SET spoken = $2, heard_s = $3 WHERE episode_id = $1';

/** The episodes must be stored, without transcripts. `ids`: episode ids by identity. */
export function* importTranscripts(
  feed: number,
  ids: ReadonlyMap<string, number>,
  transcripts: readonly StoredTranscript[],
): Work<void> {
  const { indexTranscript } = yield* engine();
  for (const { identity, spoken, heardSeconds, ...record } of transcripts) {
    const episodeId = ids.get(identity);
    if (episodeId === undefined) continue;
    yield* writeAttachments(TRANSCRIPTS, feed, [{ episodeId, record }]);
    if (spoken === null) continue;
    const packed = Buffer.from(spoken, 'base64');
    yield* run(KEEP, episodeId, packed, heardSeconds);
    yield* indexTranscript(episodeId, unpackSpokenText(packed).text);
  }
}
