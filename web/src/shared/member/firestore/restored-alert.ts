import { type DocumentData, serverTimestamp, Timestamp } from 'firebase/firestore';
import type { SavedAlert } from '#shared/member/data/member-data.ts';

/** Fields that are stored in another form, or not stored. */
const OTHERS: ReadonlySet<string> = new Set<keyof SavedAlert>([
  ...(['id', 'pending', 'createdAtMs', 'resumedAtMs'] as const),
  ...(['changedAtMs', 'excludedAtMs', 'lastMatch'] as const),
]);

/**
 * What is stored of an alert whose deletion is undone: all that it had, but since when it leaves
 * something out, which the rules could not check. That it changed tells runs to look at it anew.
 */
export function restoredAlert(alert: SavedAlert): DocumentData {
  const { createdAtMs, resumedAtMs, lastMatch } = alert;
  const fields = Object.entries(alert);
  return {
    ...Object.fromEntries(
      fields.filter(([name, value]) => value !== undefined && !OTHERS.has(name)),
    ),
    ...(resumedAtMs !== undefined && { resumedAt: timestampAt(resumedAtMs) }),
    ...(lastMatch && {
      lastMatch: { at: timestampAt(lastMatch.atMs), episodes: lastMatch.episodes },
    }),
    createdAt: timestampAt(createdAtMs),
    changedAt: serverTimestamp(),
  };
}

/**
 * The moment that `Timestamp.toMillis` tells in milliseconds and a fraction, to the microsecond, which is
 * as fine as the database keeps it. `Timestamp.fromMillis` may be one less.
 */
export function timestampAt(ms: number): Timestamp {
  const micros = Math.round(ms * 1000);
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}
