import type { TranscriptReport } from '../../functions/src/catalogue/transcripts/read-transcripts.ts';

/** What became of the transcripts that were due, in a line; null where none was. */
export function transcriptLine({ due, read, refused }: TranscriptReport): string | null {
  if (due === 0) return null;
  const reasons = Object.entries(refused).sort(([, left], [, right]) => right - left);
  const failed = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([code, count]) => `${count} ${code}`).join(', ');
  const later = due - read - failed;
  return [
    `Transcripts: ${due} found`,
    `${read} read`,
    `${failed} not read${failed === 0 ? '' : ` (${why}), tried again later`}`,
    ...(later === 0 ? [] : [`${later} left for the next time`]),
  ].join(', ');
}
