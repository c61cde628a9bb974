import { type DocumentData, serverTimestamp, Timestamp } from 'firebase/firestore';
import type { SavedAlert } from '#shared/data/member/member-data.ts';

/** Fields that an alert's document lacks, or that `restoredAlert` converts. */
const OTHERS: ReadonlySet<string> = new Set<keyof SavedAlert>([
  'id',
  'pending',
  'createdAtMs',
  'resumedAtMs',
  'pausedAtMs',
  'pausedUntilMs',
  'mailOnAtMs',
  'changedAtMs',
  'excludedAtMs',
  'lastMatch',
]);

/**
 * Omits `excludedAtMs`, which the rules could not verify. Sets `changedAt`, so that the next run reads the
 * alert again.
 */
export function restoredAlert(alert: SavedAlert): DocumentData {
  const { createdAtMs, resumedAtMs, pausedAtMs, pausedUntilMs, mailOnAtMs, lastMatch } = alert;
  const fields = Object.entries(alert);
  return {
    ...Object.fromEntries(
      fields.filter(([name, value]) => value !== undefined && !OTHERS.has(name)),
    ),
    ...(resumedAtMs !== undefined && { resumedAt: timestampAt(resumedAtMs) }),
    ...(pausedAtMs !== undefined && { pausedAt: timestampAt(pausedAtMs) }),
    ...(pausedUntilMs !== undefined && { pausedUntil: timestampAt(pausedUntilMs) }),
    ...(mailOnAtMs !== undefined && { mailOnAt: timestampAt(mailOnAtMs) }),
    ...(lastMatch && {
      lastMatch: { at: timestampAt(lastMatch.atMs), episodes: lastMatch.episodes },
    }),
    createdAt: timestampAt(createdAtMs),
    changedAt: serverTimestamp(),
  };
}

/** Converts fractional milliseconds exactly; `Timestamp.fromMillis` can be one microsecond too low. */
export function timestampAt(ms: number): Timestamp {
  const micros = Math.round(ms * 1000);
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}
