import * as z from 'zod';
import type { TranscriptSource } from '../../feeds/feed-model.ts';
import { packSpokenText, type SpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { planAttachments } from './plan-attachments.ts';
import type { AttachmentRecord } from './attachment-record.ts';
import {
  knownAttachment,
  readKnownAttachment,
  recordParameters,
  ATTACHMENT_COLUMNS,
  TRANSCRIPTS,
  attachmentValues,
  writeAttachments,
} from './attachments-store.ts';
import { engine, rows, type Work } from '../schema/work.ts';

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
