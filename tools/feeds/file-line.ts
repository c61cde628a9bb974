import type { FileReport } from '../../functions/src/catalogue/attachments/read-attachments.ts';

/** One line about the files of a kind that were due; null if there were none. */
export function fileLine(kind: string, { due, read, refused }: FileReport): string | null {
  if (due === 0) return null;
  const reasons = Object.entries(refused).sort(([, left], [, right]) => right - left);
  const failed = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([code, count]) => `${count} ${code}`).join(', ');
  const later = due - read - failed;
  return [
    `${kind}: ${due} found`,
    `${read} read`,
    `${failed} not read${failed === 0 ? '' : ` (${why}), tried again later`}`,
    ...(later === 0 ? [] : [`${later} left for the next time`]),
  ].join(', ');
}
