import * as z from 'zod';
import type { TranscriptSource } from '../../feeds/feed-model.ts';
import { searchedSpeech } from '../../feeds/transcripts/searched-speech.ts';
import { packSpokenText, type SpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { episodeColumns, episodeRow } from '../schema/episode-row.ts';
import { replaceHeard } from './episode-speakers.ts';
import { planAttachments } from './plan-attachments.ts';
import { type AttachmentRecord, READ, TOO_SHORT } from './attachment-record.ts';
import {
  knownAttachment,
  readKnownAttachment,
  ATTACHMENT_COLUMNS,
  TRANSCRIPTS,
  writeAttachments,
} from './attachments-store.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';

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
  const { remove, write } = planAttachments(known.map(readKnownAttachment), wanted, {
    ...reading,
    replaced: true,
  });
  if (remove.length > 0) yield* removeTranscripts(remove);
  for (const id of remove) yield* storeHeard(id, feed, []);
  yield* writeAttachments(TRANSCRIPTS, feed, write);
}

const knownText = z.object({
  feedId: z.number(),
  sources: z.string(),
  tries: z.number(),
  spoken: z.instanceof(Uint8Array).nullable(),
  heardS: z.number().nullable(),
});

/**
 * Replaces a machine's text, unless the publisher's is too short, and an earlier text of the publisher. No effect if the
 * transcript is gone, or if the feed meanwhile has another address for it.
 */
export function* recordTranscript(
  episodeId: number,
  record: AttachmentRecord,
  spoken: SpokenText | null,
): Work<void> {
  const [known] = yield* rows(
    knownText,
    'SELECT feed_id, sources, tries, spoken, heard_s FROM transcripts WHERE episode_id = $1',
    episodeId,
  );
  if (known?.sources !== JSON.stringify(record.sources)) return;
  const packed = spoken === null ? null : packSpokenText(spoken);
  const isTranscribed = known.heardS !== null;
  const isSame = packed !== null && !isTranscribed && isEqual(packed, known.spoken);
  const written = {
    episodeId,
    record: isSame && record.outcome === READ ? { ...record, tries: known.tries + 1 } : record,
  };
  if (
    spoken === null ||
    packed === null ||
    isSame ||
    (isTranscribed && record.outcome === TOO_SHORT)
  )
    return yield* writeAttachments(TRANSCRIPTS, known.feedId, [written]);
  const { indexTranscript, removeTranscripts } = yield* engine();
  if (known.spoken !== null) yield* removeTranscripts([episodeId]);
  yield* writeAttachments(TRANSCRIPTS, known.feedId, [written]);
  yield* run('UPDATE transcripts SET spoken = $2 WHERE episode_id = $1', episodeId, packed);
  yield* indexTranscript(episodeId, searchedSpeech(spoken.text));
  yield* storeHeard(episodeId, known.feedId, spoken.speakers);
}

/** @param heard Labels of the transcript's speakers, in order. */
function* storeHeard(id: number, feed: number, heard: readonly (string | undefined)[]): Work<void> {
  const { hex, replaceEpisodes } = yield* engine();
  const statement = `SELECT ${episodeColumns(hex)} FROM episodes WHERE id = $1`;
  const [row] = yield* rows(episodeRow, statement, id);
  if (row === undefined) return;
  const speakers = replaceHeard(row, heard);
  if (speakers !== row.speakers) yield* replaceEpisodes(feed, [{ id, row: { ...row, speakers } }]);
}

function isEqual(one: Uint8Array, other: Uint8Array | null): boolean {
  return other !== null && Buffer.compare(one, other) === 0;
}
