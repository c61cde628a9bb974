import * as z from 'zod';
import type { TranscriptSource } from '../../feeds/feed-model.ts';
import {
  COMPARED_TRANSCRIPTS,
  hashedSentences,
  packHashes,
  repeatedSentences,
} from '../../feeds/transcripts/repeated-speech.ts';
import { searchedSpeech } from '../../feeds/transcripts/searched-speech.ts';
import {
  packSpokenText,
  type SpokenText,
  unpackSpokenText,
} from '../../feeds/transcripts/spoken-text.ts';
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
  const isTranscribed = known.heardS !== null;
  const isSame = spoken !== null && !isTranscribed && isStored(spoken, known.spoken);
  const written = {
    episodeId,
    record: isSame && record.outcome === READ ? { ...record, tries: known.tries + 1 } : record,
  };
  if (spoken === null || isSame || (isTranscribed && record.outcome === TOO_SHORT))
    return yield* writeAttachments(TRANSCRIPTS, known.feedId, [written]);
  const { removeTranscripts } = yield* engine();
  if (known.spoken !== null) yield* removeTranscripts([episodeId]);
  yield* writeAttachments(TRANSCRIPTS, known.feedId, [written]);
  yield* storeSpoken(episodeId, known.feedId, spoken);
  yield* storeHeard(episodeId, known.feedId, spoken.speakers);
}

const sentencesRow = z.object({ sentences: z.instanceof(Uint8Array) });

/** Stores the text of a transcript that has a row, and indexes what is searched of it. */
export function* storeSpoken(
  episodeId: number,
  feedId: number,
  spoken: SpokenText,
  transcribedSeconds: number | null = null,
): Work<void> {
  const others = yield* rows(
    sentencesRow,
    `SELECT sentences FROM transcripts
     WHERE feed_id = $1 AND episode_id <> $2 AND sentences IS NOT NULL
     ORDER BY episode_id DESC LIMIT ${COMPARED_TRANSCRIPTS}`,
    feedId,
    episodeId,
  );
  const sentences = hashedSentences(spoken.text);
  const repeated = repeatedSentences(
    sentences,
    others.map((other) => other.sentences),
  );
  const searched = { ...spoken, repeated };
  yield* run(
    'UPDATE transcripts SET spoken = $2, heard_s = $3, sentences = $4 WHERE episode_id = $1',
    episodeId,
    packSpokenText(searched),
    transcribedSeconds,
    packHashes(sentences),
  );
  const { indexTranscript } = yield* engine();
  yield* indexTranscript(episodeId, searchedSpeech(searched));
}

/** True if the words, times and speakers are equal. What the show repeats may have changed. */
function isStored(spoken: SpokenText, packed: Uint8Array | null): boolean {
  if (packed === null) return false;
  const wordsOf = ({ text, timesMs, speakers }: SpokenText) =>
    JSON.stringify([text, timesMs, speakers]);
  return wordsOf(unpackSpokenText(packed)) === wordsOf(spoken);
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
